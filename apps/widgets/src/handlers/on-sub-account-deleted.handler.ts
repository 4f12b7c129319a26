import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  accountSubAccountDeleted,
  type DomainEvent,
  type SubAccountDeletedPayload,
} from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { WidgetsService } from '../widgets/widgets.service';

@Controller()
export class OnSubAccountDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly widgets: WidgetsService,
  ) {}

  @EventPattern(accountSubAccountDeleted.pattern)
  async handle(@Payload() event: DomainEvent<SubAccountDeletedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnSubAccountDeleted', (tx) => this.widgets.closeSubAccount(tx, event));
  }
}
