import { Controller } from '@nestjs/common';
import { accountSubAccountDeleted, type SubAccountDeletedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { SubAccountClosureService } from '../channels/sub-account-closure.service';

@Controller()
export class OnSubAccountDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly closure: SubAccountClosureService,
  ) {}

  @OnEvent(accountSubAccountDeleted, 'id')
  async handle(event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    await this.inbox.once(event, 'OnSubAccountDeleted', (tx) => this.closure.close(tx, event));
  }
}
