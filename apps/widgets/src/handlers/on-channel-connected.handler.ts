import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelConnected, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { ContentChanges } from '../content-revs/content-changes';

@Controller()
export class OnChannelConnected {
  constructor(private readonly changes: ContentChanges) {}

  @EventPattern(channelConnected.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.changes.channelChanged(OnChannelConnected.name, event, false);
  }
}
