/** How fast requests may go to one origin. Requests over the pace wait in order. They are not refused. */
export interface PaceRule {
  ratePerSecond?: number;
  /** The number of requests that may go at once before the rate applies. */
  burst?: number;
  concurrency?: number;
  /** Lets the request go before its turn, because a person waits for it. Later requests without it wait longer instead. */
  ahead?: PaceAhead;
}

/** Over time, requests that go ahead take at most half of the rate, so that the others keep theirs. */
export interface PaceAhead {
  /** The number of requests that may go ahead at once. */
  requests: number;
  /** A request that would wait longer is refused at once with {@link PaceExceeded}. */
  maxWaitMs: number;
}

/** Thrown if an origin has had so many requests ahead of its pace that the next one would wait too long. */
export class PaceExceeded extends Error {
  constructor(readonly waitMs: number) {
    super(`The next request may go ahead of the pace in ${waitMs} ms.`);
    this.name = 'PaceExceeded';
  }
}

export interface PaceClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

const systemPaceClock: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

interface Lane {
  running: number;
  waiting: (() => void)[];
  /** The time when the bucket will be full again (generic cell rate algorithm). */
  fullAt: number;
  /** The same for the bucket of the requests that go ahead. Each of them also takes from the other bucket. */
  aheadFullAt: number;
}

const SWEEP_ABOVE = 1_000;

/** Limits rate, burst and concurrency per key (an origin) within this process. */
export class Pace {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly clock: PaceClock = systemPaceClock) {}

  /**
   * Waits for a turn and returns a function that ends it. Rejects with the signal's reason if aborted while waiting, and
   * with {@link PaceExceeded} as the rule says.
   */
  async enter(key: string, rule: PaceRule, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const lane = this.laneOf(key);
    await this.takePlace(lane, rule.concurrency ?? Number.POSITIVE_INFINITY, signal);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.leavePlace(lane);
    };
    try {
      const waitMs = this.reserve(lane, rule);
      if (waitMs > 0) await this.clock.wait(waitMs, signal);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  private laneOf(key: string): Lane {
    if (this.lanes.size > SWEEP_ABOVE) this.sweep();
    let lane = this.lanes.get(key);
    if (!lane) this.lanes.set(key, (lane = { running: 0, waiting: [], fullAt: 0, aheadFullAt: 0 }));
    return lane;
  }

  private async takePlace(lane: Lane, limit: number, signal?: AbortSignal): Promise<void> {
    if (lane.running < limit) {
      lane.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        lane.waiting.splice(lane.waiting.indexOf(granted), 1);
        reject(signal?.reason as Error);
      };
      const granted = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      lane.waiting.push(granted);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** A freed place goes directly to the next in the queue, so no new request can overtake it. */
  private leavePlace(lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
  }

  private reserve(lane: Lane, rule: PaceRule): number {
    if (!rule.ratePerSecond) return 0;
    const interval = 1_000 / rule.ratePerSecond;
    const now = this.clock.now();
    const fullAt = Math.max(lane.fullAt, now);
    const waitMs = rule.ahead
      ? this.reserveAhead(lane, rule.ahead, 2 * interval)
      : Math.max(0, fullAt - interval * ((rule.burst ?? 1) - 1) - now);
    lane.fullAt = fullAt + interval;
    return waitMs;
  }

  private reserveAhead(lane: Lane, { requests, maxWaitMs }: PaceAhead, interval: number): number {
    const now = this.clock.now();
    const fullAt = Math.max(lane.aheadFullAt, now);
    const waitMs = Math.max(0, fullAt - interval * (requests - 1) - now);
    if (waitMs > maxWaitMs) throw new PaceExceeded(waitMs);
    lane.aheadFullAt = fullAt + interval;
    return waitMs;
  }

  private sweep(): void {
    const now = this.clock.now();
    for (const [key, lane] of this.lanes) {
      if (lane.running === 0 && Math.max(lane.fullAt, lane.aheadFullAt) <= now) this.lanes.delete(key);
    }
  }
}
