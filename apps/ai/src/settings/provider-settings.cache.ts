import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { ChosenSettings } from './effective-settings';

/** A change made in another process applies after this time. */
const TTL_MS = 30_000;
const MAX_ACCOUNTS = 5_000;

interface Entry {
  settings: Promise<ChosenSettings>;
  /** On the clock of the service. */
  readAt: number;
}

/** Keeps what accounts chose for 30 s, with their decrypted keys. */
@Injectable()
export class ProviderSettingsCache {
  private readonly entries = new LRUCache<number, Entry>({ max: MAX_ACCOUNTS });

  constructor(private readonly clock: Clock) {}

  /** Returns the cached settings, or the result of `read`, which callers at the same time share. A failed read is not kept. */
  async get(accountId: number, read: () => Promise<ChosenSettings>): Promise<ChosenSettings> {
    const now = this.clock.now().getTime();
    const cached = this.entries.get(accountId);
    if (cached && isFresh(cached, now)) return cached.settings;
    const entry: Entry = { settings: read(), readAt: now };
    this.entries.set(accountId, entry);
    try {
      return await entry.settings;
    } catch (error) {
      if (this.entries.peek(accountId) === entry) this.entries.delete(accountId);
      throw error;
    }
  }

  /** A read that is under way is not kept either. */
  forget(accountId: number): void {
    this.entries.delete(accountId);
  }
}

/** A clock that was set back must not keep an entry for longer. */
function isFresh({ readAt }: Entry, now: number): boolean {
  return now >= readAt && now < readAt + TTL_MS;
}
