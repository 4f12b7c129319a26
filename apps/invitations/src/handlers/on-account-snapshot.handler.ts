import { Controller } from '@nestjs/common';
import { accountSnapshot, type AccountSnapshotPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { BusinessesService } from '../businesses/businesses.service';

@Controller()
export class OnAccountSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly businesses: BusinessesService,
  ) {}

  @OnEvent(accountSnapshot, 'after', 'through', 'begun_on', 'records')
  async handle(event: DomainEvent<AccountSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnAccountSnapshot', (tx) => this.businesses.applySnapshot(tx, event));
  }
}
