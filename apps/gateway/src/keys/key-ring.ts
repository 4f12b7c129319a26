import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fingerprintOfApiKey, hashApiKey, prefixOfApiKey } from './api-key';
import type { KeyHolder } from './key-holder';
import { KeysRepository } from './keys.repository';

const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Keys and the lack of them, remembered for 30 s. Wrong keys have a memory of their own, so that a flood of them
 * cannot push out the right ones; both hold hashes, never keys.
 */
@Injectable()
export class KeyRing {
  private readonly known = new LRUCache<string, KeyHolder>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  private readonly unknown = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  /** Keys that were right when they were last looked up, for longer than what they may is remembered. */
  private readonly proven = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  private readonly lookUps = new Map<string, Promise<KeyHolder | null>>();

  constructor(private readonly repository: KeysRepository) {}

  /** What memory says: the holder, null for a key known to be wrong, undefined when it has to be looked up. */
  recall(key: string): KeyHolder | null | undefined {
    const id = fingerprintOfApiKey(key);
    return this.known.get(id) ?? (this.unknown.has(id) ? null : undefined);
  }

  /** True while the database is being asked for this key. */
  isLookingUp(key: string): boolean {
    return this.lookUps.has(fingerprintOfApiKey(key));
  }

  /** True for a key that was right at its last look-up: whoever sends it again guesses nothing. */
  isProven(key: string): boolean {
    return this.proven.has(fingerprintOfApiKey(key));
  }

  /** Asks the database; requests that come with the same key meanwhile share the answer. */
  async lookUp(key: string): Promise<KeyHolder | null> {
    const id = fingerprintOfApiKey(key);
    const running = this.lookUps.get(id);
    if (running) return running;
    const lookUp = this.repository.findHolder(prefixOfApiKey(key), hashApiKey(key));
    this.lookUps.set(id, lookUp);
    try {
      const holder = await lookUp;
      if (this.lookUps.get(id) !== lookUp) return holder;
      this.remember(id, holder);
      return holder;
    } finally {
      if (this.lookUps.get(id) === lookUp) this.lookUps.delete(id);
    }
  }

  private remember(id: string, holder: KeyHolder | null): void {
    if (holder) {
      this.known.set(id, holder);
      this.proven.set(id, true);
    } else {
      this.unknown.set(id, true);
      this.proven.delete(id);
    }
  }

  forgetKey(keyId: number): void {
    this.forget((holder) => holder.keyId === keyId);
  }

  forgetAccount(accountId: number): void {
    this.forget(({ principal }) => principal.account_id === accountId);
  }

  forgetAll(): void {
    this.forget(() => true);
  }

  /** A look-up under way may have read what is old by now, so nobody remembers or shares its answer any more. */
  private forget(isMeant: (holder: KeyHolder) => boolean): void {
    this.lookUps.clear();
    const meant = [...this.known.entries()].filter(([, holder]) => isMeant(holder));
    for (const [id] of meant) this.known.delete(id);
  }
}
