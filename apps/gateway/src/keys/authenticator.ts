import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { WrongKeyThrottle } from '../throttle/wrong-key-throttle';
import { API_KEY_FORMAT } from './api-key';
import { readApiKey } from './credentials';
import type { KeyHolder } from './key-holder';
import { KeyRing } from './key-ring';
import { KeyUsage } from './key-usage';
import { type Pending, whenThere } from './pending';

/** Turns the Authorization header into the holder of a usable key, or throws 401 (429 after too many wrong keys). */
@Injectable()
export class Authenticator {
  constructor(
    private readonly ring: KeyRing,
    private readonly wrongKeys: WrongKeyThrottle,
    private readonly usage: KeyUsage,
    private readonly clock: Clock,
  ) {}

  /** `address` is the client's, for counting wrong keys. */
  authenticate(rawHeaders: readonly string[], address: string): Pending<KeyHolder> {
    const key = this.keyIn(rawHeaders, address);
    const known = API_KEY_FORMAT.test(key) ? this.ring.recall(key) : null;
    return whenThere(known ?? this.judge(key, known, address), (holder) => this.admitted(holder));
  }

  private admitted(holder: KeyHolder): KeyHolder {
    if (holder.expiresOn && holder.expiresOn <= this.clock.now()) {
      throw new ApiError('key_expired', 'This API key has expired; create a new one.');
    }
    if (!holder.apiEnabled) {
      throw new ApiError(
        'api_disabled',
        'The API integration of this account is switched off; switch it on first.',
      );
    }
    this.usage.note(holder.keyId);
    return holder;
  }

  private keyIn(rawHeaders: readonly string[], address: string): string {
    try {
      return readApiKey(rawHeaders);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_key') this.wrongKeys.countTry(address);
      throw error;
    }
  }

  /** `known` as {@link KeyRing.recall} has it: null for a key that is wrong for sure. */
  private async judge(key: string, known: null | undefined, address: string): Promise<KeyHolder> {
    // Neither who waits for a look-up that runs anyway nor whose key was right before tries anything new: a busy client's
    // key is forgotten every 30 s, and somebody else's wrong keys from the same address must not lock it out.
    const isNoGuess = this.ring.isLookingUp(key) || this.ring.isProven(key);
    if (known === undefined && isNoGuess) return present(await this.ring.lookUp(key));
    this.wrongKeys.countTry(address);
    const holder = present(known === undefined ? await this.lookUp(key, address) : null);
    this.wrongKeys.forgiveTry(address);
    return holder;
  }

  /** A key that cannot be judged is not a wrong one: a database that was away must not lock its clients out. */
  private async lookUp(key: string, address: string): Promise<KeyHolder | null> {
    try {
      return await this.ring.lookUp(key);
    } catch (error) {
      this.wrongKeys.forgiveTry(address);
      throw error;
    }
  }
}

function present(holder: KeyHolder | null): KeyHolder {
  if (holder) return holder;
  throw new ApiError(
    'invalid_key',
    'This API key does not exist or was deleted; check it for typing errors.',
  );
}
