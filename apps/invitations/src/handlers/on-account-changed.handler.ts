import { Controller } from '@nestjs/common';
import { accountChanged } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ACCOUNT_FIELDS, type AccountEvent } from '../businesses/business';
import { BusinessesService } from '../businesses/businesses.service';

@Controller()
export class OnAccountChanged {
  constructor(
    private readonly inbox: Inbox,
    private readonly businesses: BusinessesService,
  ) {}

  @OnEvent(accountChanged, ...ACCOUNT_FIELDS)
  async handle(event: AccountEvent): Promise<void> {
    await this.inbox.once(event, 'OnAccountChanged', (tx) => this.businesses.save(tx, event));
  }
}
