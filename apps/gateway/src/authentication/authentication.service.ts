import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { ACCESS_TOKEN_FORMAT, API_KEY_FORMAT } from '../keys/api-key';
import type { VerifiedKey, VerifiedToken } from '../keys/keys.repository';
import { WrongKeyThrottleService } from '../throttle/wrong-key-throttle.service';
import { ApiKeyCache } from './api-key.cache';
import { readApiKey } from './authorization-header';
import { KeyUsageService } from './key-usage.service';

/**
 * A value that is there already, or a promise of it. Most requests find everything in memory. Promises would cost a
 * proxied request a fifth of its time, because Node 20 runs async hooks for each promise.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Applies `use` to the value: now if it is there, otherwise when the promise resolves. */
export function chain<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** A key from an address that is not in its `allowed_ips`. The response does not contain the key. */
export class AddressNotAllowedError extends ApiError {
  constructor(
    readonly accountId: number,
    readonly keyId: number,
  ) {
    super('address_not_allowed', 'This API key may not be used from your IP address.');
  }
}

/** Authenticates requests by the API key or the OAuth access token in their Authorization header. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly cache: ApiKeyCache,
    private readonly wrongKeys: WrongKeyThrottleService,
    private readonly usage: KeyUsageService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the key of a request. Throws 401 for a key that is missing, unknown, expired or switched off,
   * {@link AddressNotAllowedError} for a key that may not be used from the client address, and 429 after too many wrong keys
   * from that address. An access token never gets this 429, and does not count as a wrong key.
   */
  authenticate(rawHeaders: readonly string[], address: string): MaybePromise<VerifiedKey> {
    const key = this.keyIn(rawHeaders, address);
    const cached = isCredential(key) ? this.cache.get(key) : null;
    return chain(cached ?? this.verify(key, cached, address), (verified) => this.accept(verified, address));
  }

  private accept(key: VerifiedKey, address: string): VerifiedKey {
    if (key.token) this.assertUsable(key.token);
    if (key.expiresOn && key.expiresOn <= this.clock.now()) {
      throw new ApiError('key_expired', 'This API key has expired; create a new one.');
    }
    if (!key.apiEnabled) {
      throw new ApiError(
        'api_disabled',
        'The API integration of this account is switched off; an admin of the whole account can switch it on in the dashboard.',
      );
    }
    if (key.isAllowedFrom && !key.isAllowedFrom(address)) {
      throw new AddressNotAllowedError(key.principal.account_id, key.keyId);
    }
    this.usage.record(key.keyId);
    return key;
  }

  /** An app whose token has expired gets another one with its refresh token. */
  private assertUsable({ expiresOn, isAllowed }: VerifiedToken): void {
    if (expiresOn <= this.clock.now())
      throw new ApiError(
        'key_expired',
        'This access token has expired; get a new one with the refresh token.',
      );
    if (isAllowed) return;
    throw new ApiError(
      'api_disabled',
      'This account does not allow this app at present; ask an administrator.',
    );
  }

  private keyIn(rawHeaders: readonly string[], address: string): string {
    try {
      return readApiKey(rawHeaders);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_key') this.wrongKeys.countAttempt(address);
      throw error;
    }
  }

  /** `cached` is null for a key that is known to be wrong, and undefined for a key that must be looked up. */
  private async verify(key: string, cached: null | undefined, address: string): Promise<VerifiedKey> {
    // Nobody can guess the 264 random bits of an access token, and a new one comes every hour. Many people may send theirs
    // from the address of one assistant, so the wrong ones of one person must not lock the others out. A look-up is one
    // query by the primary key. The limits of requests in flight and the cache of wrong tokens bound their number.
    if (ACCESS_TOKEN_FORMAT.test(key))
      return existing(cached === undefined ? await this.cache.load(key) : null);
    // Two kinds of keys do not count as attempts: a key whose look-up already runs, and a key that was right at its last
    // look-up. The cache drops a busy client's key every 30 s, and wrong keys that somebody else sends from the same
    // address must not lock that client out.
    const isTrusted = this.cache.isLoading(key) || this.cache.wasRight(key);
    if (cached === undefined && isTrusted) return existing(await this.cache.load(key));
    this.wrongKeys.countAttempt(address);
    const verified = existing(cached === undefined ? await this.load(key, address) : null);
    this.wrongKeys.refundAttempt(address);
    return verified;
  }

  /** Does not count a key as wrong when the look-up fails: a database outage must not lock clients out. */
  private async load(key: string, address: string): Promise<VerifiedKey | null> {
    try {
      return await this.cache.load(key);
    } catch (error) {
      this.wrongKeys.refundAttempt(address);
      throw error;
    }
  }
}

function isCredential(text: string): boolean {
  return API_KEY_FORMAT.test(text) || ACCESS_TOKEN_FORMAT.test(text);
}

function existing(key: VerifiedKey | null): VerifiedKey {
  if (key) return key;
  throw new ApiError(
    'invalid_key',
    'This API key does not exist or was deleted; check it for typing errors.',
  );
}
