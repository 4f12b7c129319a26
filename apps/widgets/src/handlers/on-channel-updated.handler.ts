import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelUpdated, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { ContentChanges } from '../content-revs/content-changes';

@Controller()
export class OnChannelUpdated {
  constructor(private readonly changes: ContentChanges) {}

  @EventPattern(channelUpdated.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.changes.channelChanged(OnChannelUpdated.name, event, false);
  }
}
