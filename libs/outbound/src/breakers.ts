import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import { OutboundError, sentenceFor } from './outbound-error';
import type { OutboundReply } from './outbound-reply';

/** When an origin that keeps failing is left alone. */
export interface BreakerRule {
  /** Share of failures that opens it, default 50. */
  errorThresholdPercentage?: number;
  /** Fewer requests than this in the window never open it, default 5. */
  volumeThreshold?: number;
  /** How long it stays open before one request may try, default 30 s. */
  resetTimeoutMs?: number;
  /** Length of the window, default 60 s. */
  windowMs?: number;
  /** Statuses that count as failures, default 500 and above. */
  failsOn?: (status: number) => boolean;
  /** True = this error says nothing about the server. Our own refusals never count. */
  errorFilter?: (error: OutboundError) => boolean;
}

const ORIGINS = 1_000;
const OUR_OWN: ReadonlySet<string> = new Set(['blocked_address', 'internal', 'breaker_open']);

type Exchange = () => Promise<OutboundReply>;

/** A reply that arrived whole but counts as a failure of the server; it is handed to the caller all the same. */
class FailedReply extends Error {
  constructor(readonly reply: OutboundReply) {
    super(`status ${reply.status}`);
  }
}

/** One opossum breaker per origin, the least recently used dropped beyond 1,000. */
export class Breakers {
  private readonly breakers = new LRUCache<string, CircuitBreaker<[Exchange], OutboundReply>>({
    max: ORIGINS,
    dispose: (breaker) => breaker.shutdown(),
  });

  constructor(private readonly rule: BreakerRule) {}

  /** Throws `breaker_open` without asking while the origin is left alone. */
  async run(origin: string, exchange: Exchange): Promise<OutboundReply> {
    try {
      return await this.breakerOf(origin).fire(exchange);
    } catch (error) {
      if (error instanceof FailedReply) return error.reply;
      if (isRefusal(error)) throw new OutboundError('breaker_open', sentenceFor('breaker_open'));
      throw error;
    }
  }

  close(): void {
    this.breakers.clear();
  }

  private breakerOf(origin: string): CircuitBreaker<[Exchange], OutboundReply> {
    let breaker = this.breakers.get(origin);
    if (!breaker) this.breakers.set(origin, (breaker = this.newBreaker()));
    return breaker;
  }

  private newBreaker(): CircuitBreaker<[Exchange], OutboundReply> {
    const { rule } = this;
    const failsOn = rule.failsOn ?? ((status: number) => status >= 500);
    const action = async (exchange: Exchange): Promise<OutboundReply> => {
      const reply = await exchange();
      if (failsOn(reply.status)) throw new FailedReply(reply);
      return reply;
    };
    return new CircuitBreaker(action, {
      timeout: false,
      errorThresholdPercentage: rule.errorThresholdPercentage ?? 50,
      volumeThreshold: rule.volumeThreshold ?? 5,
      resetTimeout: rule.resetTimeoutMs ?? 30_000,
      rollingCountTimeout: rule.windowMs ?? 60_000,
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
      errorFilter: (error: unknown) => !countsAgainstServer(error, rule),
    });
  }
}

/** What is no OutboundError is the caller's own abort. */
function countsAgainstServer(error: unknown, rule: BreakerRule): boolean {
  if (error instanceof FailedReply) return true;
  if (!(error instanceof OutboundError) || OUR_OWN.has(error.code)) return false;
  return !rule.errorFilter?.(error);
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EOPENBREAKER';
}
