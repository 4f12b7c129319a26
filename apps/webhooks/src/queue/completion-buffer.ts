import type { CompletedAttempt } from './claimed-delivery';

const MAX_GROUP = 256;
const GATHER_MS = 4;

/**
 * Collects completed attempts for 4 ms and records them as one group. One transaction per delivery would cost most of
 * the throughput.
 */
export class CompletionBuffer {
  private gathered: CompletedAttempt[] = [];
  private flushed: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private flush: () => void = () => undefined;

  constructor(private readonly write: (group: CompletedAttempt[]) => Promise<void>) {}

  /** Resolves when the group of the attempt has been recorded. Rejects if that failed. */
  add(attempt: CompletedAttempt): Promise<void> {
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
}
