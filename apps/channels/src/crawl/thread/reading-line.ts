import { FairQueue } from '@plaudit/runtime';

type Start = () => void;

/** A crawl gets its turn after this many callers in a row, so that no account can stop the crawls of all. */
const CALLERS_IN_A_ROW = 8;

/**
 * The line in front of the page thread, which takes one task at a time. The tasks of callers come before those of crawls,
 * because people wait for them. Accounts take turns, so that no account waits for all tasks of another one.
 */
export class ReadingLine {
  private isTaken = false;
  private readonly callers = new FairQueue<Start>();
  private readonly crawls = new FairQueue<Start>();
  private callersInARow = 0;

  /**
   * Waits for a turn and returns a function that ends it. `caller` is an account, or null for a crawl. Rejects with the
   * signal's reason if aborted while waiting.
   */
  async enter(caller: number | null, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.isTaken) await this.turn(caller, signal);
    this.isTaken = true;
    return () => this.leave();
  }

  private turn(caller: number | null, signal: AbortSignal): Promise<void> {
    const queue = caller === null ? this.crawls : this.callers;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        queue.delete(caller, start);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      queue.add(caller, start);
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
    const crawl = this.callersInARow >= CALLERS_IN_A_ROW ? this.crawls.next() : undefined;
    const caller = crawl ? undefined : this.callers.next();
    this.callersInARow = caller ? this.callersInARow + 1 : 0;
    return crawl ?? caller ?? this.crawls.next();
  }
}
