import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ChannelEventsPublisher } from '../../channels/channel-events.publisher';
import { type ChannelRow, ChannelsRepository, type StoredChanges } from '../../channels/channels.repository';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlEventsPublisher } from './crawl-events.publisher';
import { DailyChecksRepository } from './daily-checks.repository';
import { changedFigures } from './official-figures';

/** What the end of a crawl changes. */
type EndedCrawl = StoredChanges & { last_checked: Date };

/** Writes the outcome of a crawl to its channel. */
@Injectable()
export class CrawledChannelService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly events: ChannelEventsPublisher,
    private readonly crawlEvents: CrawlEventsPublisher,
    private readonly checks: DailyChecksRepository,
  ) {}

  /**
   * Saves a locked channel and publishes the end of its crawl. Publishes `channel.updated` if its status or its official figures
   * changed.
   */
  async save(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, changes: EndedCrawl): Promise<void> {
    await this.channels.save(tx, channel.id, changes);
    const after = { ...channel, ...changes };
    const isPublic = after.status !== channel.status || changedFigures(channel, after).length > 0;
    if (isPublic) await this.events.updated(tx, after);
    else this.events.refreshList(tx, channel);
    const worked = changes.status === 'active';
    await this.checks.record(tx, channel.id, worked, changes.last_checked);
    await this.crawlEvents.crawlProgress(tx, after, crawl, worked ? 'succeeded' : 'failed');
  }

  /** Like {@link save} for a crawl that ended well, whose numbers are published, too. `removed` reviews count as removed since. */
  async saveSuccess(
    tx: Tx,
    crawl: CrawlEntity,
    channel: ChannelRow,
    removed: number,
    changes: EndedCrawl & { last_success_on: Date },
  ): Promise<void> {
    await this.crawlEvents.crawled(tx, channel, crawl, { removed, finishedOn: changes.last_success_on });
    await this.save(tx, crawl, channel, changes);
  }
}
