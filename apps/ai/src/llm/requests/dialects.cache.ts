import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { Asker } from './asker';
import { type Dialect, FIRST_DIALECT } from './dialect';

/** A server that is updated may understand more. */
const KEPT_MS = 86_400_000;
const MAX_KNOWN = 10_000;

/** Remembers for 24 hours which dialect a server and its model understood from an account. What one account sent decides for no other one. */
@Injectable()
export class DialectsCache {
  private readonly known = new LRUCache<string, { dialect: Dialect; until: number }>({ max: MAX_KNOWN });

  constructor(private readonly clock: Clock) {}

  of(asker: Asker): Dialect {
    const found = this.known.get(keyOf(asker));
    return found && found.until > this.clock.now().getTime() ? found.dialect : FIRST_DIALECT;
  }

  remember(asker: Asker, dialect: Dialect): void {
    this.known.set(keyOf(asker), { dialect, until: this.clock.now().getTime() + KEPT_MS });
  }
}

function keyOf({ accountId, connection: { baseUrl, model } }: Asker): string {
  return JSON.stringify([accountId, baseUrl, model]);
}
