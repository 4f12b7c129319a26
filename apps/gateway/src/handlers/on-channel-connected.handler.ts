import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelConnected, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelCountsService } from '../sub-accounts/channel-counts.service';

@Controller()
export class OnChannelConnected {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ChannelCountsService,
  ) {}

  @EventPattern(channelConnected.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelConnected', (tx) => this.counts.count(tx, event, 1));
  }
}
