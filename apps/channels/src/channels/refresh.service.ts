import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { CrawlRequests } from '../crawl/crawl-requests';
import { ChannelAnnouncer } from './channel-announcer';
import { type ChannelRow, ChannelsRepository } from './channels.repository';

/** Crawls that a user asks for. */
@Injectable()
export class RefreshService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly announcer: ChannelAnnouncer,
    private readonly requests: CrawlRequests,
    private readonly clock: Clock,
  ) {}

  /** Queues a crawl, and gives a disabled channel another chance. 429 when it was crawled or asked for recently. */
  async refresh(principal: Principal, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      const now = this.clock.now();
      await this.requests.request(tx, channel, now);
      await this.mark(tx, channel, now);
    });
  }

  private async mark(tx: Tx, channel: ChannelRow, now: Date): Promise<void> {
    if (channel.status !== 'disabled') {
      await this.channels.save(tx, channel.id, { refreshed_on: now });
      this.announcer.changed(tx, channel);
      return;
    }
    const revived = {
      refreshed_on: now,
      updated_on: now,
      status: channel.last_success_on ? ('active' as const) : ('pending' as const),
      consecutive_failures: 0,
      error_code: null,
      error_msg: null,
    };
    await this.channels.save(tx, channel.id, revived);
    await this.announcer.updated(tx, { ...channel, ...revived });
  }
}
