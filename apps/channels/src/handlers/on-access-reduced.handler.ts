import { Controller } from '@nestjs/common';
import { type AccessReducedPayload, accountAccessReduced, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { OAuthConnectionsService } from '../oauth/oauth-connections.service';

@Controller()
export class OnAccessReduced {
  constructor(
    private readonly inbox: Inbox,
    private readonly connections: OAuthConnectionsService,
  ) {}

  @OnEvent(accountAccessReduced, 'maker_type', 'maker_id', 'name', 'removed', 'sub_accounts')
  async handle(event: DomainEvent<AccessReducedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnAccessReduced', (tx) => this.connections.applyReduction(tx, event));
  }
}
