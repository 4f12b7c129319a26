import { Injectable } from '@nestjs/common';
import { accountChanged, accountSubAccountDeleted, type DomainEvent, keyRevoked } from '@plaudit/contracts';
import { Broadcast, BroadcastGap } from '@plaudit/events';
import { LiveSessionsService } from '../live-events/live-sessions.service';

/** Has open event streams checked when any replica changes an account, its users or its sub accounts, or revokes a key. */
@Injectable()
export class CheckLiveSessions {
  constructor(private readonly sessions: LiveSessionsService) {}

  @Broadcast(accountChanged)
  @Broadcast(accountSubAccountDeleted)
  @Broadcast(keyRevoked)
  async onAccountChanged({ accountid }: DomainEvent): Promise<void> {
    await this.sessions.checkAccount(accountid);
  }

  @BroadcastGap()
  async onGap(): Promise<void> {
    await this.sessions.checkAll();
  }
}
