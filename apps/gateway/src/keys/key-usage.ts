import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { KeysRepository } from './keys.repository';

const FLUSH_MS = 2_000;
const MINUTE_MS = 60_000;
const MAX_KEYS = 50_000;

/** `last_used_on` of keys: noted in memory, written every 2 s for all keys together, per key at most once a minute. */
@Injectable()
export class KeyUsage implements OnApplicationShutdown {
  private readonly logger = new Logger(KeyUsage.name);
  private readonly notedAt = new LRUCache<number, number>({ max: MAX_KEYS });
  private pending = new Set<number>();

  constructor(
    private readonly repository: KeysRepository,
    private readonly clock: Clock,
  ) {}

  note(keyId: number): void {
    const now = this.clock.now().getTime();
    const before = this.notedAt.get(keyId);
    if (before !== undefined && now - before < MINUTE_MS) return;
    this.notedAt.set(keyId, now);
    this.pending.add(keyId);
  }

  @Interval(FLUSH_MS)
  async flush(): Promise<void> {
    if (this.pending.size === 0) return;
    const used = this.pending;
    this.pending = new Set();
    try {
      await this.repository.markUsed([...used]);
    } catch (error) {
      // The next use of the key after a minute tries again; a date of last use is not worth waking someone.
      this.logger.warn(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
