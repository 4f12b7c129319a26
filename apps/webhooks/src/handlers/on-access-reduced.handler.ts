import { Controller } from '@nestjs/common';
import { accountAccessReduced, type AccessReducedPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ReducedAccessService } from '../disabling/reduced-access.service';

@Controller()
export class OnAccessReduced {
  constructor(
    private readonly inbox: Inbox,
    private readonly access: ReducedAccessService,
  ) {}

  @OnEvent(accountAccessReduced, 'maker_type', 'maker_id', 'name', 'removed', 'sub_accounts')
  async handle(event: DomainEvent<AccessReducedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnAccessReduced', (tx) => this.access.apply(tx, event));
  }
}
