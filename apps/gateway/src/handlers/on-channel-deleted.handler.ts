import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelDeleted, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelCountsService } from '../sub-accounts/channel-counts.service';

@Controller()
export class OnChannelDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ChannelCountsService,
  ) {}

  @EventPattern(channelDeleted.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelDeleted', (tx) => this.counts.count(tx, event, -1));
  }
}
