import type { RequestOwner } from './breakers';

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
  /** The number of requests that may go ahead at once. An account gets at most half of those that the others leave. */
  requests: number;
  /** A request that would wait longer is refused at once with {@link PaceExceeded}. */
  maxWaitMs: number;
}

/** Thrown if an account has had so many requests ahead of the pace of an origin that the next one would wait too long. */
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

/** A request that went ahead. */
interface Ahead {
  account: number;
  /** When it no longer counts. */
  until: number;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
  /** The time when the bucket will be full again (generic cell rate algorithm). */
  fullAt: number;
  /** The requests that went ahead, oldest first. They stop counting one after another, at half of the rate. */
  ahead: Ahead[];
}

const SWEEP_ABOVE = 1_000;

/**
 * Limits rate, burst and concurrency per origin within this process. Addresses that accounts chose have paces of their own, so that
 * no account slows down a platform by naming its address as a web page.
 */
export class Pace {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly clock: PaceClock = systemPaceClock) {}

  /**
   * Waits for a turn and returns a function that ends it. Rejects with the signal's reason if aborted while waiting, and
   * with {@link PaceExceeded} as the rule says.
   */
  async enter(
    origin: string,
    rule: PaceRule,
    owner: RequestOwner,
    signal?: AbortSignal,
  ): Promise<() => void> {
    signal?.throwIfAborted();
    const lane = this.laneOf(`${owner.origin} ${origin}`);
    await this.takePlace(lane, rule.concurrency ?? Number.POSITIVE_INFINITY, signal);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.leavePlace(lane);
    };
    try {
      const waitMs = this.reserve(lane, rule, owner);
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
    if (!lane) this.lanes.set(key, (lane = { running: 0, waiting: [], fullAt: 0, ahead: [] }));
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

  private reserve(lane: Lane, rule: PaceRule, { account }: RequestOwner): number {
    if (!rule.ratePerSecond) return 0;
    const interval = 1_000 / rule.ratePerSecond;
    const now = this.clock.now();
    const fullAt = Math.max(lane.fullAt, now);
    const waitMs = rule.ahead
      ? this.reserveAhead(lane, rule.ahead, 2 * interval, account)
      : Math.max(0, fullAt - interval * ((rule.burst ?? 1) - 1) - now);
    lane.fullAt = fullAt + interval;
    return waitMs;
  }

  private reserveAhead(
    lane: Lane,
    { requests, maxWaitMs }: PaceAhead,
    interval: number,
    account: number,
  ): number {
    const now = this.clock.now();
    lane.ahead = lane.ahead.filter(({ until }) => until > now);
    const startAt = startAhead(lane.ahead, requests, account) ?? now;
    if (startAt - now > maxWaitMs) throw new PaceExceeded(startAt - now);
    lane.ahead.push({ account, until: Math.max(lane.ahead.at(-1)?.until ?? 0, startAt) + interval });
    return startAt - now;
  }

  private sweep(): void {
    const now = this.clock.now();
    for (const [key, lane] of this.lanes) {
      const isFull = Math.max(lane.fullAt, lane.ahead.at(-1)?.until ?? 0) <= now;
      if (isFull && lane.running === 0) this.lanes.delete(key);
    }
  }
}

/** Returns when so few requests count that the account may have one more, or null if it may have it now. */
function startAhead(ahead: readonly Ahead[], requests: number, account: number): number | null {
  let own = ahead.filter((one) => one.account === account).length;
  let others = ahead.length - own;
  let startAt: number | null = null;
  for (const oldest of ahead) {
    if (own < Math.ceil((requests - others) / 2)) break;
    if (oldest.account === account) own -= 1;
    else others -= 1;
    startAt = oldest.until;
  }
  return startAt;
}
