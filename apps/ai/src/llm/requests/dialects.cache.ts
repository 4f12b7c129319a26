import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import type { LlmConnection } from '../../settings/provider-settings';
import { type Dialect, FIRST_DIALECT } from './dialect';

/** A server that is updated may understand more. */
const KEPT_MS = 86_400_000;
const MAX_SERVERS = 1_000;

/** Remembers for 24 hours which dialect a server and its model understand. */
@Injectable()
export class DialectsCache {
  private readonly known = new LRUCache<string, { dialect: Dialect; until: number }>({ max: MAX_SERVERS });

  constructor(private readonly clock: Clock) {}

  of(connection: LlmConnection): Dialect {
    const found = this.known.get(keyOf(connection));
    return found && found.until > this.clock.now().getTime() ? found.dialect : FIRST_DIALECT;
  }

  remember(connection: LlmConnection, dialect: Dialect): void {
    this.known.set(keyOf(connection), { dialect, until: this.clock.now().getTime() + KEPT_MS });
  }
}

function keyOf({ baseUrl, model }: LlmConnection): string {
  return JSON.stringify([baseUrl, model]);
}
