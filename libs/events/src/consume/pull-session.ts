import { createInbox, type Msg, nanos, type NatsConnection, type Subscription } from 'nats';
import { apiPrefixOf } from '../connection/jetstream-api';
import { withTimeout } from '../connection/nats-connection';
import { Delivery } from './delivery';

interface PullSessionOptions {
  stream: string;
  durable: string;
  /** Prefix of the reply inbox. */
  service: string;
  /** Deliveries to hold at once. A request is sent when half of them have room. */
  capacity: number;
  /** Returns how many more deliveries may be held now. */
  room: () => number;
  receive: (delivery: Delivery) => void;
  /** Lifetime of one pull request; default 20 s. */
  expiresMs?: number;
}

const DEFAULT_EXPIRES_MS = 20_000;
const HEARTBEATS_PER_REQUEST = 5;
/** The server does not refuse a request for a deleted durable. Only the missing heartbeats reveal the deletion. */
const MAX_MISSED_HEARTBEATS = 2.5;
const DRAIN_TIMEOUT_MS = 2_000;

/**
 * Pulls deliveries of one durable on one inbox, with one request at a time, up to a capacity. It replaces `consume()`
 * of nats.js, which hides its buffered messages. Their ack deadline cannot be extended, and a message in flight while
 * the iterator stops is delivered again only after a full ack wait.
 */
export class PullSession {
  /** Resolves with the reason when the session ends, or with null if it was stopped. */
  readonly ended: Promise<string | null>;
  private readonly expiresMs: number;
  private readonly heartbeatMs: number;
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private resolveEnded: (reason: string | null) => void = () => {};
  private requestNumber = 0;
  /** Deliveries that the server may still send for the current request. */
  private outstanding = 0;
  private done = false;
  private heartbeatTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly nats: NatsConnection,
    private readonly options: PullSessionOptions,
  ) {
    this.expiresMs = options.expiresMs ?? DEFAULT_EXPIRES_MS;
    this.heartbeatMs = this.expiresMs / HEARTBEATS_PER_REQUEST;
    this.inbox = createInbox(`_INBOX.${options.service}`);
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
    this.subscription = nats.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        if (error) this.end(error.message);
        else this.onMessage(message);
      },
    });
    this.refill();
  }

  /** Requests more deliveries if at least half of the capacity is free. Call it when a delivery has been handled. */
  refill(): void {
    if (this.done || this.outstanding > 0) return;
    const room = this.options.room();
    if (room < Math.ceil(this.options.capacity / 2)) return;
    this.outstanding = room;
    this.requestNumber += 1;
    this.restartHeartbeatTimer();
    const { stream, durable } = this.options;
    const request = {
      batch: room,
      expires: nanos(this.expiresMs),
      idle_heartbeat: nanos(this.heartbeatMs),
    };
    this.nats.publish(
      `${apiPrefixOf(this.nats)}.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      JSON.stringify(request),
      {
        reply: `${this.inbox}.${this.requestNumber}`,
      },
    );
  }

  /** Stops pulling. Resolves when all deliveries in flight have arrived. */
  stop(): Promise<void> {
    return this.drain(null);
  }

  private async drain(reason: string | null): Promise<void> {
    this.done = true;
    clearTimeout(this.heartbeatTimer);
    if (!this.nats.isClosed() && !this.subscription.isClosed()) {
      // The server responds to the drain after the last delivery. It does not respond while it is down, and then there
      // is no delivery to wait for.
      await withTimeout(this.subscription.drain(), DRAIN_TIMEOUT_MS, 'The drain timed out.').catch(() => {
        this.subscription.unsubscribe();
      });
    }
    this.resolveEnded(reason);
  }

  private onMessage(message: Msg): void {
    // A delivery has the subject of the event. A message with the inbox as its subject is the status of a request.
    if (!message.subject.startsWith(this.inbox)) {
      this.outstanding = Math.max(0, this.outstanding - 1);
      this.options.receive(new Delivery(message));
      this.refill();
      this.restartHeartbeatTimer();
      return;
    }
    if (message.subject !== `${this.inbox}.${this.requestNumber}`) return;
    this.handleStatus(message.headers?.code ?? 0, message.headers?.description ?? '');
  }

  private handleStatus(code: number, description: string): void {
    if (code === 100) {
      this.restartHeartbeatTimer();
      return;
    }
    this.outstanding = 0;
    clearTimeout(this.heartbeatTimer);
    // 408: the request expired. 409: its batch is complete, the leader moved or too many messages are unacknowledged.
    const requestEnded = code === 408 || (code === 409 && !/deleted/i.test(description));
    if (!requestEnded) this.end(code === 503 ? 'JetStream does not respond' : `${code} ${description}`);
    else if (code === 408) this.refill();
    else setTimeout(() => this.refill(), 100).unref();
  }

  /**
   * Ends the session if heartbeats stop. It drains first, because the delay may be in this process. While nothing is
   * requested, because the lanes are busy, the server owes no heartbeat.
   */
  private restartHeartbeatTimer(): void {
    clearTimeout(this.heartbeatTimer);
    if (this.done || this.outstanding === 0) return;
    this.heartbeatTimer = setTimeout(
      () => void this.drain('the server sent no heartbeat'),
      this.heartbeatMs * MAX_MISSED_HEARTBEATS,
    );
  }

  private end(reason: string): void {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.heartbeatTimer);
    this.subscription.unsubscribe();
    this.resolveEnded(reason);
  }
}
