import { Injectable } from '@nestjs/common';
import type { DomainEvent, SubAccountDeletedPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Inbox } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import { CrawlsRepository } from '../crawl/crawls.repository';
import { ChannelAnnouncer } from './channel-announcer';
import { ChannelsRepository } from './channels.repository';

/** What becomes of the channels of a sub account that was deleted: they stay, disabled, and are crawled no more. */
@Injectable()
export class SubAccountClosure {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly announcer: ChannelAnnouncer,
    private readonly clock: Clock,
  ) {}

  async close(handler: string, event: DomainEvent<SubAccountDeletedPayload>): Promise<void> {
    await this.inbox.once(event, handler, async (tx) => {
      const owner = { account_id: event.accountid, sub_account_id: event.data.id };
      for (const id of await this.channels.close(tx, owner)) await this.disable(tx, id);
    });
  }

  private async disable(tx: Tx, id: number): Promise<void> {
    const channel = await this.channels.lock(tx, id);
    if (!channel) return;
    await this.crawls.stop(tx, id);
    if (channel.status === 'disabled') return;
    const disabled = { status: 'disabled' as const, updated_on: this.clock.now() };
    await this.channels.save(tx, id, disabled);
    await this.announcer.updated(tx, { ...channel, ...disabled });
  }
}
