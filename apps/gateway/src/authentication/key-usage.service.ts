import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Chore, Clock, warnOfFailure } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { KeysRepository } from '../keys/keys.repository';

const FLUSH_MS = 2_000;
const MINUTE_MS = 60_000;
const MAX_KEYS = 50_000;

/**
 * Maintains `last_used_on` of the keys. Uses are collected in memory and written every 2 s for all keys together, at
 * most once a minute for each key.
 */
@Injectable()
export class KeyUsageService implements OnApplicationShutdown {
  private readonly logger = new Logger(KeyUsageService.name);
  private readonly recordedAt = new LRUCache<number, number>({ max: MAX_KEYS });
  private pending = new Set<number>();

  constructor(
    private readonly repository: KeysRepository,
    private readonly clock: Clock,
  ) {}

  record(keyId: number): void {
    const now = this.clock.now().getTime();
    const before = this.recordedAt.get(keyId);
    if (before !== undefined && now - before < MINUTE_MS) return;
    this.recordedAt.set(keyId, now);
    this.pending.add(keyId);
  }

  @Chore({ name: 'key_usage', everyMs: FLUSH_MS, per: 'process' })
  async flush(): Promise<void> {
    if (this.pending.size === 0) return;
    const used = this.pending;
    this.pending = new Set();
    try {
      await this.repository.markUsed([...used]);
    } catch (error) {
      // A warning is enough: the next use of each key, a minute later, writes the date again.
      warnOfFailure(this.logger, `Could not write last_used_on of ${used.size} API keys`, error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
