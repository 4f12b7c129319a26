import { Controller } from '@nestjs/common';
import { type AccessReducedPayload, accountAccessReduced, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { PausedProvidersService } from '../settings/paused-providers.service';

@Controller()
export class OnAccessReduced {
  constructor(
    private readonly inbox: Inbox,
    private readonly providers: PausedProvidersService,
  ) {}

  @OnEvent(accountAccessReduced, 'maker_type', 'maker_id', 'name', 'removed', 'sub_accounts', 'role')
  async handle(event: DomainEvent<AccessReducedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnAccessReduced', (tx) => this.providers.apply(tx, event));
  }
}
