import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelConnected, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { ChannelCounts } from '../accounts/channel-counts';

@Controller()
export class OnChannelConnected {
  constructor(private readonly counts: ChannelCounts) {}

  @EventPattern(channelConnected.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.counts.count(OnChannelConnected.name, event, 1);
  }
}
