import { Controller } from '@nestjs/common';
import { channelCrawled, type ChannelCrawledPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { crawlNotification } from '../fan-out/notification';
import { SENT_CRAWL } from '../fan-out/webhook-data';

@Controller()
export class OnChannelCrawled {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(channelCrawled, ...SENT_CRAWL)
  async handle(event: DomainEvent<ChannelCrawledPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelCrawled', (tx) =>
      this.fanOut.queueDeliveries(tx, crawlNotification(event)),
    );
  }
}
