import { Injectable } from '@nestjs/common';
import type { SubAccountDeletedPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { EventWith } from '@plaudit/events';
import { CrawlsRepository } from '../crawl/queue/crawls.repository';
import { ChannelEventsPublisher } from './channel-events.publisher';
import { ChannelsRepository } from './channels.repository';

/** Disables the channels of a deleted sub account and stops their crawls. The channels themselves are kept. */
@Injectable()
export class SubAccountClosureService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly events: ChannelEventsPublisher,
  ) {}

  async close(tx: Tx, event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    const tenant = { account_id: event.accountid, sub_account_id: event.data.id };
    for (const id of await this.channels.closeSubAccount(tx, tenant)) await this.disable(tx, id);
  }

  private async disable(tx: Tx, id: number): Promise<void> {
    const channel = await this.channels.lock(tx, id);
    if (!channel) return;
    await this.crawls.stop(tx, id);
    if (channel.status === 'disabled') return;
    const disabled = { status: 'disabled' as const };
    await this.channels.save(tx, id, disabled);
    await this.events.updated(tx, { ...channel, ...disabled });
  }
}
