type Start = () => void;

/** A crawl gets its turn after this many callers in a row, so that no account can stop the crawls of all. */
const CALLERS_IN_A_ROW = 8;

/**
 * The line in front of the page thread, which takes one task at a time. The tasks of callers come before those of crawls,
 * because people wait for them. Accounts take turns, so that no account waits for all tasks of another one.
 */
export class ReadingLine {
  private isTaken = false;
  /** The accounts whose tasks wait, in the order of their turns. */
  private readonly callers = new Map<number, Set<Start>>();
  private readonly crawls = new Set<Start>();
  private callersInARow = 0;

  /**
   * Waits for a turn and returns a function that ends it. `caller` is an account, or null for a crawl. Rejects with the
   * signal's reason if aborted while waiting.
   */
  async enter(caller: number | null, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.isTaken) await this.turn(this.queueOf(caller), signal);
    this.isTaken = true;
    return () => this.leave();
  }

  private queueOf(caller: number | null): Set<Start> {
    if (caller === null) return this.crawls;
    const queue = this.callers.get(caller) ?? new Set();
    this.callers.set(caller, queue);
    return queue;
  }

  private turn(queue: Set<Start>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        queue.delete(start);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      queue.add(start);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** A turn goes directly to the next in the line, so that no new task can overtake it. */
  private leave(): void {
    const next = this.next();
    if (next) next();
    else this.isTaken = false;
  }

  private next(): Start | undefined {
    const crawl = this.callersInARow >= CALLERS_IN_A_ROW ? taken(this.crawls) : undefined;
    const caller = crawl ? undefined : this.nextCaller();
    this.callersInARow = caller ? this.callersInARow + 1 : 0;
    return crawl ?? caller ?? taken(this.crawls);
  }

  private nextCaller(): Start | undefined {
    for (const [account, queue] of this.callers) {
      const next = taken(queue);
      this.callers.delete(account);
      if (queue.size > 0) this.callers.set(account, queue);
      if (next) return next;
    }
    return undefined;
  }
}

/** Removes the first of the queue and returns it. */
function taken(queue: Set<Start>): Start | undefined {
  const [first] = queue;
  if (first) queue.delete(first);
  return first;
}
