import { Controller } from '@nestjs/common';
import { type AccessReducedPayload, accountAccessReduced, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { PausedProfilesService } from '../settings/paused-profiles.service';

@Controller()
export class OnAccessReduced {
  constructor(
    private readonly inbox: Inbox,
    private readonly profiles: PausedProfilesService,
  ) {}

  @OnEvent(accountAccessReduced, 'maker_type', 'maker_id', 'name', 'removed', 'sub_accounts')
  async handle(event: DomainEvent<AccessReducedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnAccessReduced', (tx) => this.profiles.apply(tx, event));
  }
}
