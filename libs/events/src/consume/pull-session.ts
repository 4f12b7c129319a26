import { createInbox, type Msg, nanos, type NatsConnection, type Subscription } from 'nats';
import { within } from '../connection/within';
import { Delivery } from './delivery';

interface PullSessionOptions {
  stream: string;
  durable: string;
  /** Prefix of the reply inbox. */
  service: string;
  /** Most deliveries to hold at once. */
  capacity: number;
  /** How many are held now. */
  held: () => number;
  receive: (delivery: Delivery) => void;
  /** Longest life of one pull request; default 10 s. */
  expiresMs?: number;
}

const DEFAULT_EXPIRES_MS = 10_000;
const HEARTBEATS_PER_REQUEST = 5;
/** A request for a durable that was deleted meanwhile is not even refused, so silence is how one learns of it. */
const HEARTBEATS_MISSED = 2.5;
const DRAIN_TIMEOUT_MS = 2_000;

/**
 * Pulls deliveries of one durable, never more than there is room for, one request at a time on one inbox. Its own
 * instead of `consume()`, because that hides what it has buffered: such a message cannot be kept alive with
 * `working`, and one that is on its way while the iterator stops waits for a full ack wait.
 */
export class PullSession {
  /** Why the session ended: null when it was stopped. */
  readonly ended: Promise<string | null>;
  private readonly expiresMs: number;
  private readonly heartbeatMs: number;
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private resolveEnded: (reason: string | null) => void = () => {};
  private request = 0;
  private owed = 0;
  private done = false;
  private silence: NodeJS.Timeout | undefined;

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
        else this.arrived(message);
      },
    });
    this.refill();
  }

  /** To be called when room was made: asks for more once half of the capacity is free. */
  refill(): void {
    if (this.done || this.owed > 0) return;
    const room = this.options.capacity - this.options.held();
    if (room < Math.ceil(this.options.capacity / 2)) return;
    this.owed = room;
    this.request += 1;
    this.listenForSilence();
    const { stream, durable } = this.options;
    const ask = {
      batch: room,
      expires: nanos(this.expiresMs),
      idle_heartbeat: nanos(this.heartbeatMs),
    };
    this.nats.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, JSON.stringify(ask), {
      reply: `${this.inbox}.${this.request}`,
    });
  }

  /** Stops pulling; resolves once everything that was on its way has arrived. */
  stop(): Promise<void> {
    return this.leave(null);
  }

  private async leave(reason: string | null): Promise<void> {
    this.done = true;
    clearTimeout(this.silence);
    if (!this.nats.isClosed() && !this.subscription.isClosed()) {
      // Answered by the server behind the last delivery; not at all when it is away, and then there is none to wait for.
      await within(this.subscription.drain(), DRAIN_TIMEOUT_MS, 'no answer').catch(() => {
        this.subscription.unsubscribe();
      });
    }
    this.resolveEnded(reason);
  }

  private arrived(message: Msg): void {
    // A delivery carries the subject it was published to; what carries our inbox is the server's word on a request.
    if (!message.subject.startsWith(this.inbox)) {
      this.owed = Math.max(0, this.owed - 1);
      this.options.receive(new Delivery(message));
      this.listenForSilence();
      this.refill();
      return;
    }
    if (message.subject !== `${this.inbox}.${this.request}`) return;
    this.told(message.headers?.code ?? 0, message.headers?.description ?? '');
  }

  private told(code: number, description: string): void {
    if (code === 100) {
      this.listenForSilence();
      return;
    }
    this.owed = 0;
    // 408: the request expired. 409: its batch is complete, the leader moved, too much is unacknowledged, …
    const over = code === 408 || (code === 409 && !/deleted/i.test(description));
    if (!over) this.end(code === 503 ? 'JetStream does not answer' : `${code} ${description}`);
    else if (code === 408) this.refill();
    else setTimeout(() => this.refill(), 100).unref();
  }

  /** Nobody answers the request any more. In order, because it may be this process that was held up. */
  private listenForSilence(): void {
    clearTimeout(this.silence);
    if (this.done) return;
    this.silence = setTimeout(
      () => void this.leave('the server fell silent'),
      this.heartbeatMs * HEARTBEATS_MISSED,
    );
  }

  private end(reason: string): void {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.silence);
    this.subscription.unsubscribe();
    this.resolveEnded(reason);
  }
}
