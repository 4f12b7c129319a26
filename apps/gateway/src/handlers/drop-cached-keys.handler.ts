import { Injectable } from '@nestjs/common';
import {
  accountChanged,
  accountSubAccountDeleted,
  type DomainEvent,
  keyRevoked,
  type KeyRevokedPayload,
} from '@plaudit/contracts';
import { Broadcast, BroadcastGap, type EventWith } from '@plaudit/events';
import { ApiKeyCache } from '../authentication/api-key.cache';

/**
 * Drops cached keys when another gateway replica revokes a key or changes an account. After a time without NATS it drops
 * all of them, because events may have been missed.
 */
@Injectable()
export class DropCachedKeys {
  constructor(private readonly keys: ApiKeyCache) {}

  @Broadcast(keyRevoked, 'id')
  onKeyRevoked({ data }: EventWith<KeyRevokedPayload, 'id'>): void {
    this.keys.forgetKey(data.id);
  }

  @Broadcast(accountChanged)
  @Broadcast(accountSubAccountDeleted)
  onAccountChanged({ accountid }: DomainEvent): void {
    this.keys.forgetAccount(accountid);
  }

  @BroadcastGap()
  onGap(): void {
    this.keys.forgetAll();
  }
}
