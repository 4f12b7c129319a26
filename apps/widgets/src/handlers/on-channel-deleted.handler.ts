import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelDeleted, type ChannelPayload, type DomainEvent } from '@plaudit/contracts';
import { ContentChanges } from '../content-revs/content-changes';

@Controller()
export class OnChannelDeleted {
  constructor(private readonly changes: ContentChanges) {}

  @EventPattern(channelDeleted.pattern)
  async handle(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.changes.channelChanged(OnChannelDeleted.name, event, true);
  }
}
