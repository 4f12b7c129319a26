import { Injectable } from '@nestjs/common';
import {
  accountChanged,
  accountSubAccountDeleted,
  type DomainEvent,
  keyRevoked,
  type KeyRevokedPayload,
} from '@plaudit/contracts';
import { Broadcast, BroadcastGap } from '@plaudit/events';
import { KeyRing } from '../keys/key-ring';

/**
 * Drops cached keys when another gateway replica revokes a key or changes an account. After a time without NATS it drops
 * all of them, because events may have been missed.
 */
@Injectable()
export class DropCachedKeys {
  constructor(private readonly ring: KeyRing) {}

  @Broadcast(keyRevoked)
  onKeyRevoked({ data }: DomainEvent<KeyRevokedPayload>): void {
    this.ring.forgetKey(data.id);
  }

  @Broadcast(accountChanged)
  @Broadcast(accountSubAccountDeleted)
  onAccountChanged({ accountid }: DomainEvent): void {
    this.ring.forgetAccount(accountid);
  }

  @BroadcastGap()
  onGap(): void {
    this.ring.forgetAll();
  }
}
