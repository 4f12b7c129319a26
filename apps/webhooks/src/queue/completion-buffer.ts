import { troubleOf } from '@plaudit/database';
import type { CompletedAttempt } from './claimed-delivery';

const MAX_GROUP = 256;
const GATHER_MS = 4;
/** Together at least as long as a process that was stopped keeps a lane locked. */
const MAX_TRIES_ALONE = 30;

/**
 * Collects completed attempts for 4 ms and records them as one group. One transaction per delivery would cost most of
 * the throughput.
 */
export class CompletionBuffer {
  private gathered: CompletedAttempt[] = [];
  private flushed: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private flush: () => void = () => undefined;
  private lastAlone: Promise<void> = Promise.resolve();

  constructor(private readonly write: (group: CompletedAttempt[]) => Promise<void>) {}

  /**
   * Resolves when the attempt has been recorded. Rejects if that failed. If a lane of its group stays locked, each attempt of the
   * group is recorded alone, because it would be sent again otherwise.
   */
  async add(attempt: CompletedAttempt): Promise<void> {
    try {
      await this.addToGroup(attempt);
    } catch (error) {
      if (!isLocked(error)) throw error;
      await this.writeAlone(attempt);
    }
  }

  private addToGroup(attempt: CompletedAttempt): Promise<void> {
    this.flushed ??= this.gather();
    this.gathered.push(attempt);
    const written = this.flushed;
    if (this.gathered.length >= MAX_GROUP) this.flush();
    return written;
  }

  private gather(): Promise<void> {
    const full = new Promise<void>((resolve) => (this.flush = resolve));
    this.timer = setTimeout(() => this.flush(), GATHER_MS);
    return full.then(() => this.writeGathered());
  }

  private async writeGathered(): Promise<void> {
    const group = this.gathered;
    this.gathered = [];
    this.flushed = null;
    if (this.timer) clearTimeout(this.timer);
    await this.write(group);
  }

  /** One attempt is written at a time, so that locked lanes take one connection. After each try the others come first. */
  private async writeAlone(attempt: CompletedAttempt): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const written = this.lastAlone.then(() => this.write([attempt]));
      this.lastAlone = written.catch(() => {});
      try {
        return await written;
      } catch (error) {
        if (!isLocked(error) || tries === MAX_TRIES_ALONE) throw error;
      }
    }
  }
}

function isLocked(error: unknown): boolean {
  return troubleOf(error) === 'lock_timeout';
}
