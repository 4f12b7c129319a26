import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { ChannelRow } from '../../channels/channels.repository';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlEventsPublisher } from './crawl-events.publisher';
import type { KnownFigures } from './official-figures';
import { SnapshotsRepository } from './snapshots.repository';

/** Keeps the history of the official figures: the snapshot of each day, `rating.snapshot` and `rating.changed`. */
@Injectable()
export class RatingHistoryService {
  constructor(
    private readonly snapshots: SnapshotsRepository,
    private readonly events: CrawlEventsPublisher,
  ) {}

  async record(
    tx: Tx,
    { mode }: CrawlEntity,
    channel: ChannelRow,
    figures: KnownFigures,
    now: Date,
  ): Promise<void> {
    // The figures of the first crawl are not a change.
    if (mode !== 'backfill') await this.events.ratingChanged(tx, channel, figures, now);
    await this.events.ratingSnapshot(tx, channel, figures, now);
    await this.snapshots.store(tx, channel.id, figures, now);
  }
}
