import { Injectable } from '@nestjs/common';
import { bucketsOf, type ThrottleDecision, type TokenBuckets, Clock } from '@plaudit/runtime';
import type { Caller } from '../authentication/caller';
import { GatewayEnv } from '../gateway.env';
import { RateLimitedError } from './rate-limit';
import { SpentTokensPublisher } from './spent-tokens.publisher';

/** An account has many keys. It may spend this many times the tokens of one, unless the settings say otherwise. */
const KEYS_PER_ACCOUNT = 20;

/**
 * A page of the dashboard sends a dozen requests at once, and a user may have several open. A user may spend this many times
 * the tokens of one key.
 */
const KEYS_PER_USER = 3;

/**
 * Limits the request rate of each API key and of each signed-in user, and of all of an account together, over all gateway
 * replicas; see {@link SpentTokensPublisher}.
 */
@Injectable()
export class CallerThrottleService {
  private readonly callers: Readonly<Record<Caller['type'], TokenBuckets<number> | null>>;
  private readonly accounts: TokenBuckets<number> | null;

  constructor(
    env: GatewayEnv,
    clock: Clock,
    private readonly spentTokens: SpentTokensPublisher,
  ) {
    const { THROTTLE_BURST: burst, THROTTLE_RATE: perSecond } = env;
    const { THROTTLE_ACCOUNT_BURST, THROTTLE_ACCOUNT_RATE } = env;
    const account = {
      burst: THROTTLE_ACCOUNT_BURST ?? burst * KEYS_PER_ACCOUNT,
      perSecond: THROTTLE_ACCOUNT_RATE ?? perSecond * KEYS_PER_ACCOUNT,
    };
    const now = (): number => clock.now().getTime();
    this.callers = {
      key: bucketsOf({ burst, perSecond }, now),
      user: bucketsOf({ burst: burst * KEYS_PER_USER, perSecond: perSecond * KEYS_PER_USER }, now),
    };
    this.accounts = bucketsOf(account, now);
    spentTokens.onSpentElsewhere({
      key: (keyId, tokens) => this.callers.key?.spend(keyId, tokens),
      user: (userId, tokens) => this.callers.user?.spend(userId, tokens),
      account: (accountId, tokens) => this.accounts?.spend(accountId, tokens),
    });
  }

  /**
   * Takes `cost` tokens of the key or user and of its account. Returns the decision of the one that has fewer tokens left, or null
   * when both throttles are off. Throws {@link RateLimitedError}, and then takes none.
   */
  take({ type, id, principal }: Omit<Caller, 'session' | 'isApp'>, cost: number): ThrottleDecision | null {
    const { account_id } = principal;
    const own = this.callers[type]?.take(id, cost) ?? null;
    if (own && !own.allowed) throw refusal(type, own);
    const account = this.accounts?.take(account_id, cost) ?? null;
    if (account && !account.allowed) {
      this.callers[type]?.putBack(id, cost);
      throw refusal('account', account);
    }
    if (own) this.spentTokens.record(type, id, cost);
    if (account) this.spentTokens.record('account', account_id, cost);
    return scarcer(own, account);
  }
}

function scarcer(own: ThrottleDecision | null, account: ThrottleDecision | null): ThrottleDecision | null {
  if (!own || !account) return own ?? account;
  return account.remaining < own.remaining ? account : own;
}

function refusal(what: string, decision: ThrottleDecision): RateLimitedError {
  const wait = decision.retryAfterSeconds;
  return new RateLimitedError(`This ${what} sends requests too quickly; try again in ${wait} s.`, decision);
}
