import { LRUCache } from 'lru-cache';
import CircuitBreaker from 'opossum';
import { OutboundError, type OutboundErrorCode, sentenceFor } from './outbound-error';
import type { OutboundReply } from './outbound-reply';

/** Whose request it is. A breaker and a pace need it, so that no account can stop another one. */
export interface RequestOwner {
  /** The account that the request is sent for. */
  account: number;
  /**
   * `shared` for an address that we or the operator chose, such as the API of a platform. `own` for an address that the account
   * chose, such as its web page.
   */
  origin: 'shared' | 'own';
}

/** When the breaker of an account at an origin opens. */
export interface BreakerRule {
  /** The percentage of failures that opens it. Default 50. */
  errorThresholdPercentage?: number;
  /** The minimum number of requests in the window. Default 5. */
  volumeThreshold?: number;
  /** How long it stays open before one request may try. Default 30 s. */
  resetTimeoutMs?: number;
  /** The length of the window. Default 60 s. */
  windowMs?: number;
}

const MAX_BREAKERS = 5_000;
/** A shared origin is refused to all accounts only if the breakers of so many are open there. */
const MIN_ACCOUNTS = 3;
/** Every other error is a limit or a refusal of our own. */
const OF_THE_SERVER: ReadonlySet<OutboundErrorCode> = new Set([
  'timeout',
  'dns_error',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'tls_error',
]);

type Exchange = () => Promise<OutboundReply>;
type Breaker = CircuitBreaker<[Exchange], OutboundReply>;

/** A complete reply that counts as a failure of the server. The caller still receives it. */
class FailedReply extends Error {
  constructor(readonly reply: OutboundReply) {
    super(`status ${reply.status}`);
  }
}

/**
 * One opossum breaker per account and origin, for the 5,000 most recently used pairs. An origin that accounts share is left alone
 * for all of them while the breakers of three accounts are open there and no request has succeeded since.
 */
export class Breakers {
  private readonly breakers = new LRUCache<string, Breaker>({
    max: MAX_BREAKERS,
    dispose: (breaker) => breaker.shutdown(),
  });
  /** The accounts whose breakers are open, by shared origin. */
  private readonly stopped = new Map<string, Set<number>>();

  constructor(private readonly rule: BreakerRule) {}

  /** Throws `breaker_open` without a request while a breaker forbids it. */
  async run(origin: string, owner: RequestOwner, exchange: Exchange): Promise<OutboundReply> {
    const breaker = this.breakerOf(origin, owner);
    const isTrial = breaker.halfOpen;
    if (!isTrial && owner.origin === 'shared' && this.isDown(origin)) throw refusal();
    try {
      const reply = await breaker.fire(exchange);
      this.stopped.delete(origin);
      return reply;
    } catch (error) {
      if (error instanceof FailedReply) return error.reply;
      // opossum closes after a trial whose error does not count. A trial that its caller gave up shows nothing.
      if (isTrial && isInconclusive(error)) breaker.open();
      throw isRefusal(error) ? refusal() : error;
    }
  }

  close(): void {
    this.breakers.clear();
  }

  private isDown(origin: string): boolean {
    return (this.stopped.get(origin)?.size ?? 0) >= MIN_ACCOUNTS;
  }

  private breakerOf(origin: string, owner: RequestOwner): Breaker {
    const key = `${owner.origin} ${owner.account} ${origin}`;
    let breaker = this.breakers.get(key);
    if (!breaker) this.breakers.set(key, (breaker = this.newBreaker(origin, owner)));
    return breaker;
  }

  private newBreaker(origin: string, owner: RequestOwner): Breaker {
    const { rule } = this;
    const breaker: Breaker = new CircuitBreaker(failingOn5xx, {
      timeout: false,
      errorThresholdPercentage: rule.errorThresholdPercentage ?? 50,
      volumeThreshold: rule.volumeThreshold ?? 5,
      resetTimeout: rule.resetTimeoutMs ?? 30_000,
      rollingCountTimeout: rule.windowMs ?? 60_000,
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
      errorFilter: (error: unknown) => !countsAgainstServer(error),
    });
    if (owner.origin === 'shared') this.watch(breaker, origin, owner.account);
    return breaker;
  }

  private watch(breaker: Breaker, origin: string, account: number): void {
    breaker.on('open', () => this.stopped.set(origin, (this.stopped.get(origin) ?? new Set()).add(account)));
    const forget = (): void => {
      const accounts = this.stopped.get(origin);
      if (accounts?.delete(account) && accounts.size === 0) this.stopped.delete(origin);
    };
    breaker.on('halfOpen', forget);
    breaker.on('shutdown', forget);
  }
}

async function failingOn5xx(exchange: Exchange): Promise<OutboundReply> {
  const reply = await exchange();
  if (reply.status >= 500) throw new FailedReply(reply);
  return reply;
}

/** A server that has sent its headers works, whatever became of the body. Any other error is the caller's own abort. */
function countsAgainstServer(error: unknown): boolean {
  if (error instanceof FailedReply) return true;
  if (!(error instanceof OutboundError) || !OF_THE_SERVER.has(error.code)) return false;
  return (error.timings?.first_byte ?? null) === null;
}

/** The request ended before the server had sent its headers, and the server is not to blame. */
function isInconclusive(error: unknown): boolean {
  if (countsAgainstServer(error) || isRefusal(error)) return false;
  return !(error instanceof OutboundError) || (error.timings?.first_byte ?? null) === null;
}

function refusal(): OutboundError {
  return new OutboundError('breaker_open', sentenceFor('breaker_open'));
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EOPENBREAKER';
}
