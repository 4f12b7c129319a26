import type { Logger } from '@nestjs/common';
import { WakeSignal } from '@plaudit/events';
import { domainOf } from '@plaudit/outbound/mail';
import { warnOfFailure } from '@plaudit/runtime';
import type { Circuit } from '../mail/circuit';
import type { DomainPace } from '../pace/domain-pace';
import type { TokenBucket } from '../pace/token-bucket';
import type { PreparedMessage } from '../preparing/preparation.service';
import type { InviteType } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import type { Released, SendOutcome } from './outcome';
import { Slots } from './slots';

const POLL_MS = 250;
const PAUSE_AFTER_ERROR_MS = 1_000;
const MAX_ROWS_PER_CLAIM = 64;
/** Messages are prepared and recorded while others are sent. */
const IN_HAND_PER_CONNECTION = 5;
/** Small claims cost as much as large ones, so there are none while less than this share is free. */
const LEAST_FREE = 0.4;

/** How a pump reads and writes the queue, and sends. */
export interface PumpWork {
  claim(type: InviteType, rows: number): Promise<RequestRow[]>;
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

/**
 * Claims due messages of one type while there is room, prepares them and sends them. Any number of replicas may run, because claims
 * lock the lanes.
 */
export class MessagePump {
  private readonly signal = new WakeSignal();
  private readonly slots: Slots;
  private readonly inHand = new Set<Promise<void>>();
  private readonly forgotten = new Set<RequestRow>();
  private held = 0;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly type: InviteType,
    private readonly work: PumpWork,
    private readonly limits: PumpLimits,
    private readonly logger: Logger,
  ) {
    this.slots = new Slots(limits.connections);
  }

  start(): void {
    this.loop = this.run();
  }

  /** Stops claiming, gives back the messages that wait for a connection, and waits for the others, at most so long. */
  async stop(drainMs: number): Promise<void> {
    this.stopping = true;
    this.signal.interrupt();
    await this.loop;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, drainMs)));
    await Promise.race([Promise.all(this.inHand), expired]);
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.releaseForgotten();
        if (!(await this.turn())) await this.signal.wait(POLL_MS);
      } catch (error) {
        warnOfFailure(
          this.logger,
          `Could not send due messages of type ${this.type}; the next try is in 1 s`,
          error,
        );
        await this.signal.rest(PAUSE_AFTER_ERROR_MS);
      }
    }
  }

  /** Returns false if nothing was due or nothing may be sent now. */
  private async turn(): Promise<boolean> {
    const rows = this.room();
    if (rows === 0) return false;
    const claimed = await this.work.claim(this.type, rows);
    if (claimed.length === 0) return false;
    for (const row of claimed) this.forgotten.add(row);
    const allowed = await this.withinDomainPace(claimed);
    const prepared = await this.work.prepare(allowed);
    // Those over the pace of their domain count, too. Else a long lane to one domain would be claimed over and over.
    this.limits.bucket.take(prepared.length + claimed.length - allowed.length);
    this.forgotten.clear();
    for (const message of prepared) this.hold(message);
    return true;
  }

  private room(): number {
    const { connections, circuit, bucket } = this.limits;
    const most = connections * IN_HAND_PER_CONNECTION;
    const free = most - this.held;
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

  private hold(message: PreparedMessage): void {
    this.held += 1;
    const ended = this.deliver(message).then(() => {
      this.held -= 1;
      this.inHand.delete(ended);
      this.signal.wake();
    });
    this.inHand.add(ended);
  }

  private async deliver(message: PreparedMessage): Promise<void> {
    const leave = await this.slots.enter();
    const outcome = await this.converse(message).finally(leave);
    await this.work.finish(message, outcome);
  }

  private async converse(message: PreparedMessage): Promise<SendOutcome | Released> {
    const { circuit } = this.limits;
    if (this.stopping || !circuit.begin()) return { kind: 'released', delayMs: circuit.waitMs };
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
