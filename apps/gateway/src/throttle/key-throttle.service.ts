import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { RateLimitedError } from './rate-limit';
import { SpentTokensPublisher } from './spent-tokens.publisher';
import { bucketsOf, type ThrottleDecision, type TokenBuckets } from './token-buckets';

/** An account has many keys. It may spend this many times the tokens of one, unless the settings say otherwise. */
const KEYS_PER_ACCOUNT = 20;

/**
 * Limits the request rate of each API key, and of all keys of an account together, over all gateway replicas; see
 * {@link SpentTokensPublisher}.
 */
@Injectable()
export class KeyThrottleService {
  private readonly keys: TokenBuckets<number> | null;
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
    this.keys = bucketsOf({ burst, perSecond }, now);
    this.accounts = bucketsOf(account, now);
    spentTokens.onSpentElsewhere({
      key: (keyId, tokens) => this.keys?.spend(keyId, tokens),
      account: (accountId, tokens) => this.accounts?.spend(accountId, tokens),
    });
  }

  /**
   * Takes `cost` tokens of the key and of its account. Returns the decision of the one that has fewer tokens left, or null
   * when both throttles are off. Throws {@link RateLimitedError}, and then takes none.
   */
  take(keyId: number, { account_id }: Principal, cost: number): ThrottleDecision | null {
    const key = this.keys?.take(keyId, cost) ?? null;
    if (key && !key.allowed) throw refusal('key', key);
    const account = this.accounts?.take(account_id, cost) ?? null;
    if (account && !account.allowed) {
      this.keys?.putBack(keyId, cost);
      throw refusal('account', account);
    }
    if (key) this.spentTokens.record('key', keyId, cost);
    if (account) this.spentTokens.record('account', account_id, cost);
    return scarcer(key, account);
  }
}

function scarcer(key: ThrottleDecision | null, account: ThrottleDecision | null): ThrottleDecision | null {
  if (!key || !account) return key ?? account;
  return account.remaining < key.remaining ? account : key;
}

function refusal(what: string, decision: ThrottleDecision): RateLimitedError {
  const wait = decision.retryAfterSeconds;
  return new RateLimitedError(`This ${what} sends requests too quickly; try again in ${wait} s.`, decision);
}
