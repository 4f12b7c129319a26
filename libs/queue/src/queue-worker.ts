import { Logger } from '@nestjs/common';
import { WakeSignal } from '@plaudit/events';
import { warnOfFailure } from '@plaudit/runtime';
import type { QueueNotifier } from './queue.notifier';

export interface Claim<Item> {
  items: readonly Item[];
  /** True if due rows may be left because the places are taken. The worker then claims again as soon as an item ends. */
  isFull: boolean;
}

/** What a service does with the rows of one queue. */
export interface QueueWork<Item> {
  /** The name of the queue, a plural noun such as `deliveries`. */
  what: string;
  /** Leases what is due to this process, as much as it has places for. */
  claim(): Promise<Claim<Item>>;
  /**
   * Does the work and records it. Returns true if rows may be due within {@link POLL_MS} afterwards. `held.signal` is aborted when the
   * lease is lost, or when the process stops and `interrupts` is true. After an error, the work is done again when its lease has ended.
   */
  handle(item: Item, held: Held): Promise<boolean>;
  /** Milliseconds until the next row that may be claimed is due. Null if there is none. Default: the worker only polls. */
  nextDueMs?(): Promise<number | null>;
  /** Extends leases. Returns the items that are still leased to this process. Default: the lease outlasts all work. */
  extend?(items: readonly Item[]): Promise<readonly Item[]>;
  /** How long a lease lasts. Needed for `extend`. */
  leaseMs?: number;
  /** Gives back what did not end within `drainMs`. Default: it is left to the lease. */
  release?(items: readonly Item[]): Promise<void>;
  /** Called when rows were queued, before the next claim. */
  woken?(): void;
  /** How long the work in hand may take when the process stops. */
  drainMs: number;
  /** True if the work is told to end early when the process stops. */
  interrupts?: boolean;
}

/** Thrown by work whose row another worker has claimed. It must not write any more. */
export class LeaseLost extends Error {
  constructor(what: string) {
    super(`Lost the lease of ${what}`);
    this.name = 'LeaseLost';
  }
}

/** What nobody reported, such as rows that other replicas queued, is found this late at most. */
export const POLL_MS = 5_000;
/** A row that is due and was not claimed is locked by another replica for a moment. */
const LOCKED_MS = 250;
const PAUSE_AFTER_ERROR_MS = 1_000;

/** An item that this process works on. */
export class Held {
  /** True once it was in hand for a whole interval of the extensions. */
  isOld = false;
  private controller: AbortController | null = null;
  private reason: Error | null = null;

  /** Made when somebody asks, because most work does not. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
    this.controller?.abort(this.reason);
  }
}

/**
 * Claims rows, works on them and keeps their leases. Any number of replicas may run one. It sleeps until it is woken, until the next
 * row is due, and for five seconds at most.
 */
export class QueueWorker<Item> {
  private readonly logger: Logger;
  private readonly signal = new WakeSignal();
  private readonly held = new Map<Item, Held>();
  private isFull = false;
  private hasFailed = false;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private extending: Promise<void> = Promise.resolve();

  constructor(
    private readonly work: QueueWork<Item>,
    private readonly notifier: QueueNotifier,
  ) {
    this.logger = new Logger(`QueueWorker of ${work.what}`);
  }

  /** How many items are in hand. */
  get size(): number {
    return this.held.size;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  start(): void {
    this.notifier.attach(this.work.what, () => {
      this.work.woken?.();
      this.signal.wake();
      return !this.isFull && !this.stopping;
    });
    const { extend, leaseMs } = this.work;
    if (extend && leaseMs) this.timer = setInterval(() => this.beat(), leaseMs / 3);
    this.loop = this.run();
  }

  /** Claims now if places were missing. Work calls it when it needs its place no longer, before its end. */
  placeFreed(): void {
    if (this.isFull) this.signal.wake();
  }

  /** Stops claiming, waits for the work in hand, and gives back what did not end in time. */
  async stop(): Promise<void> {
    const { drainMs, interrupts, release } = this.work;
    this.stopping = true;
    this.signal.interrupt();
    if (interrupts) for (const held of this.held.values()) held.abort(new Error('The process is stopping'));
    await this.loop;
    const until = performance.now() + drainMs;
    for (let left = drainMs; this.held.size > 0 && left > 0; left = until - performance.now())
      await this.signal.wait(left);
    if (this.timer) clearInterval(this.timer);
    await this.extending;
    if (this.held.size > 0) await release?.([...this.held.keys()]);
    this.notifier.wake(this.work.what);
  }

  /** Postgres looks for the next rows while this process begins with those that it has just claimed. */
  private async run(): Promise<void> {
    for (let claiming = this.claim(); ;) {
      const claimed = await claiming;
      if (claimed.length === 0 && !this.stopping) await this.sleep();
      const isLast = this.stopping;
      if (!isLast) claiming = this.claim();
      for (const item of claimed) void this.handle(item, this.held.get(item)!);
      if (isLast) return;
    }
  }

  private async claim(): Promise<readonly Item[]> {
    try {
      const { items, isFull } = await this.work.claim();
      this.isFull = isFull;
      this.hasFailed = false;
      for (const item of items) this.held.set(item, new Held());
      return items;
    } catch (error) {
      warnOfFailure(this.logger, `Could not claim ${this.work.what}; the next try is in 1 s`, error);
      this.hasFailed = true;
      return [];
    }
  }

  /** Asks when the next row is due while it sleeps already, so that a commit does not wait for the answer. */
  private async sleep(): Promise<void> {
    if (this.hasFailed) return this.signal.rest(PAUSE_AFTER_ERROR_MS);
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const wakeIn = (dueMs: number | null): void => {
      if (dueMs === null || isOver) return;
      timer = setTimeout(() => this.signal.wake(), dueMs > 0 ? Math.min(dueMs, POLL_MS) : LOCKED_MS);
    };
    // The claim that follows says what is wrong.
    this.work.nextDueMs?.().then(wakeIn, () => {});
    await this.signal.wait(POLL_MS);
    isOver = true;
    clearTimeout(timer);
  }

  private async handle(item: Item, held: Held): Promise<void> {
    if (this.stopping && this.work.interrupts) held.abort(new Error('The process is stopping'));
    let isDue = false;
    try {
      isDue = await this.work.handle(item, held);
    } catch (error) {
      const message = `Could not finish one of the ${this.work.what}; it is done again when its lease has ended`;
      warnOfFailure(this.logger, message, error);
    }
    this.held.delete(item);
    if (isDue || this.isFull || this.stopping) this.signal.wake();
  }

  /** Extends what is in hand for a third of the lease or longer. */
  private beat(): void {
    const old: Item[] = [];
    for (const [item, held] of this.held) {
      if (held.isOld) old.push(item);
      held.isOld = true;
    }
    if (old.length > 0) this.extending = this.extend(old);
  }

  private async extend(items: readonly Item[]): Promise<void> {
    try {
      const kept = new Set(await this.work.extend!(items));
      for (const item of items)
        if (!kept.has(item)) this.held.get(item)?.abort(new LeaseLost(this.work.what));
    } catch {
      // The database is away for a moment. The next beat, or the fence of the next write, notices a lost lease.
    }
  }
}
