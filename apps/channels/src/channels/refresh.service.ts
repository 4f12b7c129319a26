import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { CrawlQueueService } from '../crawl/queue/crawl-queue.service';
import { getPlatform } from '../platforms/registry';
import { ChannelEventsPublisher } from './channel-events.publisher';
import { type ChannelRow, ChannelsRepository } from './channels.repository';

/** Throws 400 `dashboard_only` for a channel whose reviews come from files. */
function assertCrawled({ id, type }: ChannelRow): void {
  const { method, label } = getPlatform(type).meta;
  if (method !== 'dashboard') return;
  const msg = `${label} is not crawled; import its reviews as a CSV file with POST /channels/import/${id}.`;
  throw new ApiError('dashboard_only', msg, { field: 'id' });
}

/** Queues the crawls that users request. */
@Injectable()
export class RefreshService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly queue: CrawlQueueService,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a crawl, and enables a disabled channel again. Throws 400 `dashboard_only` for a type that is never crawled, 429
   * `refresh_queued` if a crawl is queued already, and 429 `refresh_too_soon` if the last crawl or refresh is too recent.
   */
  async refresh(principal: Principal, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, principal, id);
      if (!channel) throw notFound('channel', id);
      assertCrawled(channel);
      const now = this.clock.now();
      await this.queue.request(tx, channel, now);
      await this.markRefreshed(tx, channel, now);
    });
  }

  private async markRefreshed(tx: Tx, channel: ChannelRow, now: Date): Promise<void> {
    if (channel.status !== 'disabled') {
      await this.channels.save(tx, channel.id, { refreshed_on: now });
      this.events.refreshList(tx, channel);
      return;
    }
    const enabled = {
      refreshed_on: now,
      status: channel.last_success_on ? ('active' as const) : ('pending' as const),
      consecutive_failures: 0,
      error_code: null,
      error_msg: null,
    };
    await this.channels.save(tx, channel.id, enabled);
    await this.events.updated(tx, { ...channel, ...enabled });
  }
}
