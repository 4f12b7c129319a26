import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelDeleted, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { ChannelCounts } from '../accounts/channel-counts';

@Controller()
export class OnChannelDeleted {
  constructor(private readonly counts: ChannelCounts) {}

  @EventPattern(channelDeleted.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.counts.count(OnChannelDeleted.name, event, -1);
  }
}
