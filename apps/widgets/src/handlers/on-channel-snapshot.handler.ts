import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelSnapshot, type ChannelSnapshotPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';

@Controller()
export class OnChannelSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @EventPattern(channelSnapshot.pattern)
  async handle(@Payload() event: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSnapshot', (tx) => this.channels.applySnapshot(tx, event));
  }
}
