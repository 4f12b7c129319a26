import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelCounted, type ChannelCountedPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelCountsService } from '../sub-accounts/channel-counts.service';

@Controller()
export class OnChannelCounted {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ChannelCountsService,
  ) {}

  @EventPattern(channelCounted.pattern)
  async handle(@Payload() event: DomainEvent<ChannelCountedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelCounted', (tx) => this.counts.reconcile(tx, event));
  }
}
