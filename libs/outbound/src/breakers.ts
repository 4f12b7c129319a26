import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import { OutboundError, sentenceFor } from './outbound-error';
import type { OutboundReply } from './outbound-reply';

/** When the breaker of an origin opens. */
export interface BreakerRule {
  /** The percentage of failures that opens it. Default 50. */
  errorThresholdPercentage?: number;
  /** The minimum number of requests in the window. Default 5. */
  volumeThreshold?: number;
  /** How long it stays open before one request may try. Default 30 s. */
  resetTimeoutMs?: number;
  /** The length of the window. Default 60 s. */
  windowMs?: number;
  /** Returns true for statuses that count as failures. Default: 500 and above. */
  failsOn?: (status: number) => boolean;
  /** Returns true for errors that say nothing about the server. Our own refusals never count. */
  errorFilter?: (error: OutboundError) => boolean;
}

const ORIGINS = 1_000;
const OUR_OWN: ReadonlySet<string> = new Set(['blocked_address', 'internal', 'breaker_open']);

type Exchange = () => Promise<OutboundReply>;

/** A complete reply that counts as a failure of the server. The caller still receives it. */
class FailedReply extends Error {
  constructor(readonly reply: OutboundReply) {
    super(`status ${reply.status}`);
  }
}

/** One opossum breaker per origin, for the 1,000 most recently used origins. */
export class Breakers {
  private readonly breakers = new LRUCache<string, CircuitBreaker<[Exchange], OutboundReply>>({
    max: ORIGINS,
    dispose: (breaker) => breaker.shutdown(),
  });

  constructor(private readonly rule: BreakerRule) {}

  /** Throws `breaker_open` without a request while the breaker of the origin is open. */
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

/** Any other error than OutboundError is the caller's own abort. */
function countsAgainstServer(error: unknown, rule: BreakerRule): boolean {
  if (error instanceof FailedReply) return true;
  if (!(error instanceof OutboundError) || OUR_OWN.has(error.code)) return false;
  return !rule.errorFilter?.(error);
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EOPENBREAKER';
}
