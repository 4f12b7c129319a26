import { FairSemaphore } from '@plaudit/database';
import { domainOf } from '@plaudit/outbound/mail';
import { type Claim, type QueueNotifier, QueueWorker } from '@plaudit/queue';
import type { Circuit } from '../mail/circuit';
import type { DomainPace } from '../pace/domain-pace';
import type { TokenBucket } from '../pace/token-bucket';
import type { PreparedMessage } from '../preparing/preparation.service';
import { queueOf } from '../queue/lanes.repository';
import type { InviteType } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import type { Released, SendOutcome } from './outcome';

/** Conversations that take longer are left to the recovery. */
const DRAIN_MS = 20_000;
const MAX_ROWS_PER_CLAIM = 64;
/** Messages are prepared and recorded while others are sent. */
const IN_HAND_PER_CONNECTION = 5;
/** Small claims cost as much as large ones, so there are none while less than this share is free. */
const LEAST_FREE = 0.4;

/** How a pump reads and writes the queue, and sends. */
export interface PumpWork {
  claim(type: InviteType, rows: number): Promise<RequestRow[]>;
  nextDueMs(type: InviteType): Promise<number | null>;
  prepare(rows: readonly RequestRow[]): Promise<PreparedMessage[]>;
  release(rows: readonly RequestRow[], delayMsOf: (row: RequestRow) => number): Promise<void>;
  send(message: PreparedMessage): Promise<SendOutcome | null>;
  finish(message: PreparedMessage, outcome: SendOutcome | Released): Promise<void>;
}

export interface PumpLimits {
  connections: number;
  circuit: Circuit;
  /** The pace of all messages. */
  bucket: TokenBucket;
  domains: DomainPace;
}

/** Claims due messages of one type while there is room, prepares them and sends them. */
export class MessagePump {
  readonly worker: QueueWorker<PreparedMessage>;
  private readonly connections: FairSemaphore;
  private readonly forgotten = new Set<RequestRow>();

  constructor(
    private readonly type: InviteType,
    private readonly work: PumpWork,
    private readonly limits: PumpLimits,
    notifier: QueueNotifier,
  ) {
    this.connections = new FairSemaphore({ size: limits.connections });
    const queue = {
      what: queueOf(type),
      drainMs: DRAIN_MS,
      claim: () => this.claim(),
      handle: (message: PreparedMessage) => this.deliver(message),
      nextDueMs: () => this.nextDueMs(),
    };
    this.worker = new QueueWorker(queue, notifier);
  }

  /** Messages that are skipped or moved occupy no place, so the next ones follow at once. */
  private async claim(): Promise<Claim<PreparedMessage>> {
    await this.releaseForgotten();
    for (;;) {
      const rows = this.room();
      const claimed = rows > 0 ? await this.work.claim(this.type, rows) : [];
      const items = claimed.length > 0 ? await this.prepared(claimed) : [];
      if (items.length > 0 || claimed.length === 0 || this.worker.isStopping)
        return { items, isFull: rows === 0 };
    }
  }

  private async prepared(claimed: readonly RequestRow[]): Promise<PreparedMessage[]> {
    for (const row of claimed) this.forgotten.add(row);
    const allowed = await this.withinDomainPace(claimed);
    const prepared = await this.work.prepare(allowed);
    // Those over the pace of their domain count, too. Else a long lane to one domain would be claimed over and over.
    this.limits.bucket.take(prepared.length + claimed.length - allowed.length);
    this.forgotten.clear();
    return prepared;
  }

  /** Without room, the end of a conversation, of a pause or the pace decides. */
  private async nextDueMs(): Promise<number | null> {
    if (this.room() > 0) return this.work.nextDueMs(this.type);
    return Math.max(this.limits.circuit.waitMs, this.limits.bucket.waitMs) || null;
  }

  private room(): number {
    const { connections, circuit, bucket } = this.limits;
    const most = connections * IN_HAND_PER_CONNECTION;
    const free = most - this.worker.size;
    if (free < most * LEAST_FREE) return 0;
    return bucket.available(circuit.allowed(Math.min(free, MAX_ROWS_PER_CLAIM)));
  }

  private async withinDomainPace(rows: readonly RequestRow[]): Promise<RequestRow[]> {
    if (this.type !== 'email') return [...rows];
    const delays = new Map<RequestRow, number>();
    for (const row of rows) {
      const delayMs = this.limits.domains.take(row.sub_account_id, domainOf(row.recipient));
      if (delayMs > 0) delays.set(row, delayMs);
    }
    if (delays.size > 0) await this.work.release([...delays.keys()], (row) => delays.get(row) ?? 0);
    return rows.filter((row) => !delays.has(row));
  }

  /** Gives back rows that were claimed before an error. The database may have recorded more than it could say. */
  private async releaseForgotten(): Promise<void> {
    if (this.forgotten.size === 0) return;
    await this.work.release([...this.forgotten], () => 0);
    this.forgotten.clear();
  }

  private async deliver(message: PreparedMessage): Promise<boolean> {
    const outcome = await this.connections.run(null, () => this.converse(message));
    await this.work.finish(message, outcome);
    return false;
  }

  private async converse(message: PreparedMessage): Promise<SendOutcome | Released> {
    const { circuit } = this.limits;
    if (this.worker.isStopping || !circuit.begin()) return { kind: 'released', delayMs: circuit.waitMs };
    const outcome = await this.work.send(message);
    return outcome === null ? this.notBegun() : this.judged(outcome);
  }

  private notBegun(): Released {
    this.limits.circuit.gaveUp();
    return { kind: 'released', delayMs: 0 };
  }

  /** A message keeps its attempt if it only found out that the server is still down. */
  private judged(outcome: SendOutcome): SendOutcome | Released {
    const { circuit } = this.limits;
    if (outcome.kind === 'unknown' || outcome.kind === 'repeated') circuit.gaveUp();
    else if (outcome.kind !== 'retry' || !outcome.connection) circuit.succeeded();
    else if (circuit.failed()) return { kind: 'released', delayMs: circuit.waitMs };
    return outcome;
  }
}
