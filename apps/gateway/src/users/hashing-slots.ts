import { ApiError } from '@plaudit/contracts';

const RETRY_AFTER_S = 2;

export interface HashingLimits {
  /** How many run at once. */
  maxRunning: number;
  /** How many wait for a slot. */
  maxWaiting: number;
  maxWaitMs: number;
}

/** Limits how many expensive computations run at once and how many wait, so that a flood of them stays bounded. */
export class HashingSlots {
  private running = 0;
  /** The first one has waited longest. */
  private readonly waiting = new Set<() => void>();

  constructor(private readonly limits: HashingLimits) {}

  /** Runs `work` as soon as a slot is free. Throws 429 if too many wait already, or if none is free in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limits.maxRunning) await this.slot();
    else this.running += 1;
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** A freed slot goes straight to the first one that waits, so `running` stays the same. */
  private release(): void {
    const [first] = this.waiting;
    if (first) first();
    else this.running -= 1;
  }

  private slot(): Promise<void> {
    if (this.waiting.size >= this.limits.maxWaiting) throw tooBusy();
    return new Promise((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        this.waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(take);
        reject(tooBusy());
      }, this.limits.maxWaitMs);
      this.waiting.add(take);
    });
  }
}

function tooBusy(): ApiError {
  return new ApiError(
    'rate_limited',
    `Too many passwords are being checked at the moment; try again in ${RETRY_AFTER_S} s.`,
    {
      retry_after_seconds: RETRY_AFTER_S,
    },
  );
}
