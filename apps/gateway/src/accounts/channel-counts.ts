import { Injectable } from '@nestjs/common';
import type { ChannelPayload, DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { SubAccountsRepository } from './sub-accounts.repository';

/** How many channels each sub account has. Order does not matter, sums do, so events may overtake each other. */
@Injectable()
export class ChannelCounts {
  constructor(
    private readonly inbox: Inbox,
    private readonly subAccounts: SubAccountsRepository,
  ) {}

  async count(handler: string, event: DomainEvent<ChannelPayload>, by: 1 | -1): Promise<void> {
    await this.inbox.once(event, handler, (tx) =>
      this.subAccounts.countChannel(tx, event.accountid, event.subaccountid, by),
    );
  }
}
