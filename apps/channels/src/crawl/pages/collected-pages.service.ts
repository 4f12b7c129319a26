import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { LeaseLost } from '@plaudit/queue';
import { ChannelsRepository } from '../../channels/channels.repository';
import type { NormalizedReview } from '../../platforms/platform';
import { CrawlEventsPublisher } from '../outcome/crawl-events.publisher';
import {
  type CrawlLease,
  CrawlsRepository,
  type PageCounts,
  type Progress,
} from '../queue/crawls.repository';
import type { Checkpoint, PageTally } from '../run/checkpoint';
import { compareWithSeen, type ComparedReview, type SeenReview } from './collected-page';
import { CollectedReviewsService } from './collected-reviews.service';

const NO_REVIEWS: PageCounts = { read: 0, fresh: 0, changed: 0 };

/** A long crawl announces its first page and then every tenth, so that a thousand pages are not a thousand events more. */
function isAnnounced({ pages_done }: Progress): boolean {
  return pages_done === 1 || pages_done % 10 === 0;
}

/**
 * Stores a page in one transaction: publishes new and changed reviews, records all of them as seen, and moves the
 * crawl's checkpoint.
 */
@Injectable()
export class CollectedPagesService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly collected: CollectedReviewsService,
    private readonly events: CrawlEventsPublisher,
  ) {}

  /** Returns the checkpoint that `decide` computes from the page's tally. Throws {@link LeaseLost}. */
  async store(
    lease: CrawlLease,
    reviews: readonly NormalizedReview[],
    decide: (tally: PageTally) => Checkpoint,
  ): Promise<Checkpoint> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lock(tx, lease.channel_id);
      if (!channel) throw new LeaseLost(`crawl ${lease.id}`);
      const identified = await this.collected.identified(tx, channel.id, lease.run, reviews);
      const known = await this.collected.known(tx, channel.id, identified);
      const compared = compareWithSeen(identified, known);
      const tally = tallyOf(compared, known, lease.run);
      const checkpoint = decide(tally);
      const counts = { read: compared.length, fresh: tally.fresh, changed: tally.changed };
      const progress = await this.crawls.progress(tx, lease, checkpoint, counts);
      const origin = { run: lease.run, backfill: lease.mode === 'backfill' };
      await this.collected.store(tx, channel, origin, compared);
      this.events.pageRead(tx, channel, progress);
      if (isAnnounced(progress)) await this.events.crawlProgress(tx, channel, { ...lease, ...progress });
      return checkpoint;
    }, 'background');
  }

  /** Stores and returns the checkpoint after a partition that has not changed. Throws {@link LeaseLost}. */
  async skip(lease: CrawlLease, checkpoint: Checkpoint): Promise<Checkpoint> {
    await this.database.transaction(
      (tx) => this.crawls.progress(tx, lease, checkpoint, NO_REVIEWS),
      'background',
    );
    return checkpoint;
  }
}

function tallyOf(
  compared: readonly ComparedReview[],
  known: ReadonlyMap<string, SeenReview>,
  run: number,
): PageTally {
  const count = (state: ComparedReview['state']): number =>
    compared.filter((one) => one.state === state).length;
  const dated = compared.filter(({ review }) => review.postedPrecision !== 'unknown');
  const dates = dated.map(({ review }) => review.postedOn.getTime());
  return {
    known: count('known'),
    fresh: count('fresh'),
    changed: count('changed'),
    repeated:
      compared.length > 0 && compared.every(({ review }) => known.get(review.externalId)?.run === run),
    oldest: dates.length > 0 ? new Date(Math.min(...dates)) : null,
  };
}
