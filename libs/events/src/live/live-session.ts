import {
  AckPolicy,
  type ConsumerConfig,
  createInbox,
  DeliverPolicy,
  type JetStreamManager,
  type Msg,
  nanos,
  type NatsConnection,
  ReplayPolicy,
  type Subscription,
} from 'nats';
import { EVENTS_STREAM } from '../topology/topology-settings';

export interface LiveSessionOptions {
  /** Prefix of the inbox. */
  service: string;
  /** Subjects to receive. A server before 2.10 sends all events, because its consumers have one filter at most. */
  filters: readonly string[];
  heartbeatMs: number;
  receive: (message: Msg, sequence: number) => void;
}

const MAX_MISSED_HEARTBEATS = 2.5;
/** Unlike `>`, the server does not forget a consumer with this filter when the stream is purged. */
const EVERY_EVENT = '*.>';

/**
 * One consumer of EVENTS that exists only for this connection: the server pushes each event once, in order, and keeps nothing
 * for it. The session ends as soon as an event may have been missed, so that the next one begins where it ended.
 */
export class LiveSession {
  /** Resolves with the reason when the session ends, or with null if it was closed. */
  readonly ended: Promise<string | null>;
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private resolveEnded: (reason: string | null) => void = () => {};
  private timer: NodeJS.Timeout | undefined;
  private consumer: string | null = null;
  /** How many events the server has sent to this consumer. */
  private received = 0;
  private done = false;

  constructor(
    private readonly nats: NatsConnection,
    private readonly options: LiveSessionOptions,
  ) {
    this.inbox = createInbox(`_INBOX.${options.service}`);
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
    this.subscription = nats.subscribe(this.inbox, {
      callback: (error, message) => (error ? this.close(error.message) : this.onMessage(message)),
    });
  }

  /** Makes the server send every event from this sequence on. */
  async open(jsm: JetStreamManager, from: number): Promise<void> {
    this.awaitHeartbeat();
    const { name } = await jsm.consumers.add(EVENTS_STREAM, this.config(from));
    this.consumer = name;
  }

  /** Ends the session. The server deletes the consumer by itself if it does not hear of it. */
  close(reason: string | null = null): void {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.timer);
    if (!this.nats.isClosed() && !this.subscription.isClosed()) this.subscription.unsubscribe();
    this.resolveEnded(reason);
  }

  /** Deletes the consumer at once instead of some seconds later. */
  async remove(jsm: JetStreamManager): Promise<void> {
    if (this.consumer) await jsm.consumers.delete(EVENTS_STREAM, this.consumer).catch(() => {});
  }

  private config(from: number): Partial<ConsumerConfig> {
    const { filters, heartbeatMs } = this.options;
    return {
      deliver_subject: this.inbox,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: from,
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      flow_control: true,
      idle_heartbeat: nanos(heartbeatMs),
      mem_storage: true,
      num_replicas: 1,
      ...(takesSeveralFilters(this.nats)
        ? { filter_subjects: [...filters] }
        : { filter_subject: EVERY_EVENT }),
    };
  }

  private onMessage(message: Msg): void {
    this.awaitHeartbeat();
    // An event has its own subject. A message with the inbox as its subject is from the server.
    if (message.subject === this.inbox) return this.onStatus(message);
    const { stream, consumer } = sequencesOf(message.reply ?? '');
    if (consumer !== this.received + 1) return this.close('the server skipped an event');
    this.received = consumer;
    this.options.receive(message, stream);
  }

  private onStatus(message: Msg): void {
    const { headers, reply } = message;
    if (headers?.code !== 100) return this.close(`${headers?.code} ${headers?.description}`);
    // A request of the flow control, or its repetition in a heartbeat.
    const answerTo = reply || headers.get('Nats-Consumer-Stalled');
    if (answerTo) this.nats.publish(answerTo);
    const sent = headers.get('Nats-Last-Consumer');
    if (sent && Number(sent) !== this.received) this.close('an event did not arrive');
  }

  private awaitHeartbeat(): void {
    clearTimeout(this.timer);
    if (this.done) return;
    const patience = this.options.heartbeatMs * MAX_MISSED_HEARTBEATS;
    this.timer = setTimeout(() => this.close('the server sent no heartbeat'), patience);
  }
}

/** Consumers with several filters exist since nats-server 2.10. */
function takesSeveralFilters({ info }: NatsConnection): boolean {
  const [major = 0, minor = 0] = (info?.version ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

/** Returns the sequences of an event in the stream and among those sent to the consumer. */
function sequencesOf(reply: string): { stream: number; consumer: number } {
  // $JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<time>.<pending>. Newer servers add the domain and the
  // account hash after ACK.
  const tokens = reply.split('.');
  const [, , , stream, consumer] = tokens.slice(tokens.length === 9 ? 2 : 4);
  return { stream: Number(stream), consumer: Number(consumer) };
}
