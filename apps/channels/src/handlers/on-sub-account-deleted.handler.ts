import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  accountSubAccountDeleted,
  type DomainEvent,
  type SubAccountDeletedPayload,
} from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { SubAccountClosureService } from '../channels/sub-account-closure.service';

@Controller()
export class OnSubAccountDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly closure: SubAccountClosureService,
  ) {}

  @EventPattern(accountSubAccountDeleted.pattern)
  async handle(@Payload() event: DomainEvent<SubAccountDeletedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnSubAccountDeleted', (tx) => this.closure.close(tx, event));
  }
}
