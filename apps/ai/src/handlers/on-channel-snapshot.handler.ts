import { Controller } from '@nestjs/common';
import { channelSnapshot, type ChannelSnapshotPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';

@Controller()
export class OnChannelSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly copies: ChannelCopiesService,
  ) {}

  @OnEvent(channelSnapshot, 'after', 'through', 'begun_on', 'records', 'deleted')
  async handle(event: DomainEvent<ChannelSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSnapshot', (tx) => this.copies.applySnapshot(tx, event));
  }
}
