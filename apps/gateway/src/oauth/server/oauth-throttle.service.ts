import { Injectable } from '@nestjs/common';
import { bucketsOf, type TokenBuckets, Clock } from '@plaudit/runtime';
import { RateLimitedError } from '../../throttle/rate-limit';

/** An app registers once. Many people of one office may connect their apps on the same day. */
const REGISTRATIONS = { burst: 30, perSecond: 1 / 20 };
/** Each request for access stores a row for an hour, and may have a document read. */
const AUTHORIZATIONS = { burst: 60, perSecond: 1 / 2 };

/** Limits what each client site makes the authorization server store. Counted in this replica, beside the limit of public requests. */
@Injectable()
export class OAuthThrottleService {
  private readonly registrations: TokenBuckets<string> | null;
  private readonly authorizations: TokenBuckets<string> | null;

  constructor(clock: Clock) {
    const now = (): number => clock.now().getTime();
    this.registrations = bucketsOf<string>(REGISTRATIONS, now);
    this.authorizations = bucketsOf<string>(AUTHORIZATIONS, now);
  }

  /** Throws {@link RateLimitedError}. */
  countRegistration(site: string): void {
    take(this.registrations, site, 'registers apps');
  }

  /** Throws {@link RateLimitedError}. */
  countAuthorization(site: string): void {
    take(this.authorizations, site, 'asks for access');
  }
}

function take(buckets: TokenBuckets<string> | null, site: string, what: string): void {
  const decision = buckets?.take(site);
  if (!decision || decision.allowed) return;
  const wait = decision.retryAfterSeconds;
  throw new RateLimitedError(`This address ${what} too quickly; try again in ${wait} s.`, decision);
}
