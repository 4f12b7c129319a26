import { Injectable } from '@nestjs/common';
import {
  accountChanged,
  accountSubAccountDeleted,
  type DomainEvent,
  keyRevoked,
  type KeyRevokedPayload,
} from '@plaudit/contracts';
import { Broadcast, BroadcastGap } from '@plaudit/events';
import { ApiKeyCache } from '../authentication/api-key.cache';

/** What another gateway changed counts here at once; what was missed while NATS was away is forgotten altogether. */
@Injectable()
export class ForgetKeys {
  constructor(private readonly ring: ApiKeyCache) {}

  @Broadcast(keyRevoked)
  revoked({ data }: DomainEvent<KeyRevokedPayload>): void {
    this.ring.forgetKey(data.id);
  }

  @Broadcast(accountChanged)
  @Broadcast(accountSubAccountDeleted)
  changed({ accountid }: DomainEvent): void {
    this.ring.forgetAccount(accountid);
  }

  @BroadcastGap()
  missed(): void {
    this.ring.forgetAll();
  }
}
