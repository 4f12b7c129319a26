import { troubleOf } from '@plaudit/database';
import type { CompletedAttempt } from './claimed-delivery';

const MAX_GROUP = 256;
const GATHER_MS = 4;
/**
 * While a group is being recorded, the next one grows, because every group has a cost of its own. It waits for the end of that write,
 * unless it takes unusually long, for example because a lane is locked.
 */
const GATHER_BESIDE_MS = 100;
/** More writes at once would only compete for the same two or three connections. */
const MAX_WRITES = 2;
/** Together at least as long as a process that was stopped keeps a lane locked. */
const MAX_TRIES_ALONE = 30;

interface Waiting {
  attempt: CompletedAttempt;
  written: (due: boolean) => void;
  failed: (error: unknown) => void;
}

/**
 * Collects completed attempts for 4 ms, or for 100 ms while earlier ones are being recorded, and records them as one group. One
 * transaction per delivery would cost most of the throughput. Two groups that are recorded at the same time have no webhook in
 * common, because the second one would wait for the lanes of the first.
 */
export class CompletionBuffer {
  private waiting: Waiting[] = [];
  private readonly writing = new Set<number>();
  private writes = 0;
  private timer: NodeJS.Timeout | null = null;
  private lastAlone: Promise<unknown> = Promise.resolve();

  /** @param write records a group. Returns whether one of its lanes has another delivery that is due. */
  constructor(private readonly write: (group: CompletedAttempt[]) => Promise<boolean>) {}

  /**
   * Resolves when the attempt has been recorded, with what `write` returned for its group. Rejects if that failed. If a lane of its
   * group stays locked, each attempt of the group is recorded alone, because it would be sent again otherwise.
   */
  add(attempt: CompletedAttempt): Promise<boolean> {
    return new Promise((written, failed) => {
      this.waiting.push({ attempt, written, failed });
      if (this.waiting.length >= MAX_GROUP) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), this.writes > 0 ? GATHER_BESIDE_MS : GATHER_MS);
    });
  }

  /** Records what waits, except attempts of webhooks that a running write has locked. The end of that write flushes again. */
  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.writes === MAX_WRITES) return;
    const group: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const each of this.waiting) {
      const fits = group.length < MAX_GROUP && !this.writing.has(each.attempt.delivery.webhook_id);
      (fits ? group : rest).push(each);
    }
    this.waiting = rest;
    if (group.length > 0) void this.writeGroup(group);
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    const webhooks = new Set(group.map(({ attempt }) => attempt.delivery.webhook_id));
    for (const id of webhooks) this.writing.add(id);
    this.writes += 1;
    try {
      const due = await this.write(group.map(({ attempt }) => attempt));
      for (const { written } of group) written(due);
    } catch (error) {
      this.groupFailed(group, error);
    } finally {
      this.writes -= 1;
      for (const id of webhooks) this.writing.delete(id);
      this.flush();
    }
  }

  private groupFailed(group: readonly Waiting[], error: unknown): void {
    for (const { attempt, written, failed } of group) {
      if (isLocked(error)) this.writeAlone(attempt).then(written, failed);
      else failed(error);
    }
  }

  /** One attempt is written at a time, so that locked lanes take one connection. After each try the others come first. */
  private async writeAlone(attempt: CompletedAttempt): Promise<boolean> {
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
