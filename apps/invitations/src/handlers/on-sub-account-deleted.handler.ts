import { Controller } from '@nestjs/common';
import { accountSubAccountDeleted, type SubAccountDeletedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ClosedSubAccountsService } from '../matching/closed-sub-accounts.service';

@Controller()
export class OnSubAccountDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly closed: ClosedSubAccountsService,
  ) {}

  @OnEvent(accountSubAccountDeleted, 'id')
  async handle(event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    await this.inbox.once(event, 'OnSubAccountDeleted', (tx) => this.closed.close(tx, event));
  }
}
