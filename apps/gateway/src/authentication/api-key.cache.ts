import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ACCESS_TOKEN_FORMAT, fingerprintOfApiKey, hashApiKey, prefixOfApiKey } from '../keys/api-key';
import { KeysRepository, type VerifiedKey } from '../keys/keys.repository';

const TTL_MS = 30_000;
const MAX_KEYS = 10_000;

/**
 * Caches API keys and the access tokens of connected apps for 30 s, both right and wrong ones. Wrong keys have a cache of their own, so that a flood of them
 * cannot evict the right ones. The caches hold hashes, never keys.
 */
@Injectable()
export class ApiKeyCache {
  private readonly right = new LRUCache<string, VerifiedKey>({ max: MAX_KEYS, ttl: TTL_MS });
  private readonly wrong = new LRUCache<string, true>({ max: MAX_KEYS, ttl: TTL_MS });
  /** Keys that were right at their last look-up. Entries may outlive those of `right`, because they grant nothing. */
  private readonly lastRight = new LRUCache<string, true>({ max: MAX_KEYS });
  private readonly lookUps = new Map<string, Promise<VerifiedKey | null>>();

  constructor(private readonly repository: KeysRepository) {}

  /** Returns the cached key, null if the key is known to be wrong, or undefined if it must be looked up. */
  get(key: string): VerifiedKey | null | undefined {
    const id = fingerprintOfApiKey(key);
    return this.right.get(id) ?? (this.wrong.has(id) ? null : undefined);
  }

  /** Returns true while a look-up of this key runs. */
  isLoading(key: string): boolean {
    return this.lookUps.has(fingerprintOfApiKey(key));
  }

  /** Returns true if the key was right at its last look-up. A client that sends it again is not guessing. */
  wasRight(key: string): boolean {
    return this.lastRight.has(fingerprintOfApiKey(key));
  }

  /** Looks the key up in the database. Concurrent calls with the same key share one look-up. */
  async load(key: string): Promise<VerifiedKey | null> {
    const id = fingerprintOfApiKey(key);
    const running = this.lookUps.get(id);
    if (running) return running;
    const lookUp = ACCESS_TOKEN_FORMAT.test(key)
      ? this.repository.findVerifiedByToken(hashApiKey(key))
      : this.repository.findVerified(prefixOfApiKey(key), hashApiKey(key));
    this.lookUps.set(id, lookUp);
    try {
      const found = await lookUp;
      if (this.lookUps.get(id) !== lookUp) return found;
      this.store(id, found);
      return found;
    } finally {
      if (this.lookUps.get(id) === lookUp) this.lookUps.delete(id);
    }
  }

  private store(id: string, key: VerifiedKey | null): void {
    if (key) {
      this.right.set(id, key);
      this.lastRight.set(id, true);
    } else {
      this.wrong.set(id, true);
      this.lastRight.delete(id);
    }
  }

  forgetKey(keyId: number): void {
    this.forget((key) => key.keyId === keyId);
  }

  forgetAccount(accountId: number): void {
    this.forget(({ principal }) => principal.account_id === accountId);
  }

  forgetAll(): void {
    this.forget(() => true);
  }

  /** Also detaches running look-ups, which may have read the old state: their results are neither cached nor shared. */
  private forget(isMatch: (key: VerifiedKey) => boolean): void {
    this.lookUps.clear();
    const matches = [...this.right.entries()].filter(([, key]) => isMatch(key));
    for (const [id] of matches) this.right.delete(id);
  }
}
