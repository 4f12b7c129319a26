import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import { CrawlError, IF_NOT_READABLE } from '../../platforms/crawl-error';
import type { OfficialFigures } from '../../platforms/platform';
import { adviceAbout, type PageSight, seenPage } from '../http/page-sight';
import type { CrawlEntity } from '../queue/crawl.entity';
import { LeaseLost } from '@plaudit/queue';
import { type CrawlLease, CrawlsRepository } from '../queue/crawls.repository';
import type { ReadChannel } from '../run/channel-reader.service';
import type { CrawlEnd } from '../run/crawl.metrics';
import { CrawlFailureService } from './crawl-failure.service';
import { CrawlSuccessService } from './crawl-success.service';
import { settleFigures } from './official-figures';

/** Ends a crawl in one transaction. Throws {@link LeaseLost} if the worker no longer holds the lease. */
@Injectable()
export class CrawlOutcomeService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly success: CrawlSuccessService,
    private readonly failure: CrawlFailureService,
  ) {}

  /**
   * Stores the crawl as a failure, never as a deletion, if it could read none of the rows, or found no review although there
   * must be some.
   */
  succeed(lease: CrawlLease, read: ReadChannel): Promise<CrawlEnd> {
    return this.end(lease, async (tx, crawl, channel) => {
      const failure = unreadable(crawl) ?? emptied(crawl, channel, read);
      if (failure) return this.storeFailure(tx, crawl, channel, failure);
      const settled = settleFigures(channel, read.figures, crawl.doubted_figures ?? {});
      await this.success.store(tx, { crawl, channel, settled, validators: read.validators });
      return { outcome: 'succeeded' };
    });
  }

  fail(lease: CrawlLease, error: CrawlError): Promise<CrawlEnd> {
    return this.end(lease, (tx, crawl, channel) => this.storeFailure(tx, crawl, channel, error));
  }

  private async storeFailure(
    tx: Tx,
    crawl: CrawlEntity,
    channel: ChannelRow,
    error: CrawlError,
  ): Promise<CrawlEnd> {
    await this.failure.store(tx, crawl, channel, error);
    return { outcome: 'failed', errorCode: error.code };
  }

  private async end(
    lease: CrawlLease,
    work: (tx: Tx, crawl: CrawlEntity, channel: ChannelRow) => Promise<CrawlEnd>,
  ): Promise<CrawlEnd> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lock(tx, lease.channel_id);
      if (!channel) throw new LeaseLost(`crawl ${lease.id}`);
      return work(tx, await this.crawls.lock(tx, lease), channel);
    }, 'background');
  }
}

/** Returns the error of a crawl that could read none of the rows that it found. */
function unreadable({ reviews_seen, checkpoint }: CrawlEntity): CrawlError | null {
  const rows = checkpoint?.notices?.find(({ code }) => code === 'unreadable_rows');
  if (!rows || reviews_seen > 0) return null;
  const what = `None of the ${rows.count} review(s) can be read: ${rows.example}.`;
  return new CrawlError('LAYOUT_CHANGED', `${what} ${IF_NOT_READABLE}`);
}

/** Returns the error of a crawl that found none of the reviews that there must be. It says what the page shows instead. */
function emptied(
  { reviews_seen, checkpoint }: CrawlEntity,
  channel: ChannelRow,
  { figures, sight }: ReadChannel,
): CrawlError | null {
  if (reviews_seen > 0 || checkpoint?.unchanged === true) return null;
  const count = figures.reviews ?? channel.reviews;
  if (count === 0 || (count === null && !isOtherPage(channel, figures, sight))) return null;
  const which = count === null ? 'its reviews' : `the ${count} review(s)`;
  const msg = sight
    ? `${seenPage(sight)} shows none of ${which}. ${adviceAbout(sight)}`
    : `The platform counts ${count} review(s) and answered with an empty list. Check in its settings that they are published.`;
  return new CrawlError('EMPTY_RESULT', msg);
}

/** A page had reviews and now shows no figures either, so it is no longer the page that was connected. */
function isOtherPage(
  { collected_reviews, last_review_on }: ChannelRow,
  { score, reviews }: OfficialFigures,
  sight: PageSight | null,
): boolean {
  const hadReviews = collected_reviews > 0 || last_review_on !== null;
  return hadReviews && sight !== null && score === null && reviews === null;
}
