import { FairQueue } from '@plaudit/database';
import type { ThreadTerms } from './thread-task';

type Start = () => void;

/** A crawl gets its turn after this many checks in a row, so that no account can stop the crawls of all. */
const CHECKS_IN_A_ROW = 8;

/**
 * The line in front of the page thread, which takes one task at a time. The tasks of checks come before those of crawls,
 * because people wait for them. Accounts take turns, so that no account waits for all tasks of another one.
 */
export class ReadingLine {
  private isTaken = false;
  private readonly waiting: Readonly<Record<ThreadTerms['line'], FairQueue<Start>>> = {
    check: new FairQueue(),
    crawl: new FairQueue(),
  };
  private checksInARow = 0;

  /** Waits for a turn and returns a function that ends it. Rejects with the signal's reason if aborted while waiting. */
  async enter(terms: ThreadTerms): Promise<() => void> {
    terms.signal.throwIfAborted();
    if (this.isTaken) await this.turn(terms);
    this.isTaken = true;
    return () => this.leave();
  }

  private turn({ account, line, signal }: ThreadTerms): Promise<void> {
    const queue = this.waiting[line];
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        queue.delete(account, start);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      queue.add(account, start);
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
    const { check: checks, crawl: crawls } = this.waiting;
    const crawl = this.checksInARow >= CHECKS_IN_A_ROW ? crawls.next() : undefined;
    const check = crawl ? undefined : checks.next();
    this.checksInARow = check ? this.checksInARow + 1 : 0;
    return crawl ?? check ?? crawls.next();
  }
}
