import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@plaudit/contracts';
import { type Creation, Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { type ChannelRow, ChannelsRepository } from '../channels/channels.repository';
import { compareWithSeen } from '../crawl/pages/collected-page';
import { CollectedReviewsService } from '../crawl/pages/collected-reviews.service';
import { IMPORTED } from '../crawl/pages/seen-reviews.repository';
import type { PlatformMeta } from '../platforms/platform';
import { getPlatform } from '../platforms/registry';
import type { ImportRequest } from './import-body';
import { type ImportResult, importResult, readImport, type ReadImport, reviewsIn } from './imported-reviews';
import type { ReviewImportInput } from './review-imports.dto';

/** Adds the reviews of a file to a channel, in the way in which a crawl adds those of a page. */
@Injectable()
export class ReviewImportsService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly collected: CollectedReviewsService,
    private readonly events: ChannelEventsPublisher,
    private readonly clock: Clock,
  ) {}

  /** Adds the valid rows, and returns for each of the others why not. Throws 404 unless the sub account has the channel. */
  async import(
    principal: Principal,
    id: number,
    request: ImportRequest<ReviewImportInput>,
    creation: Creation<ImportResult>,
  ): Promise<ImportResult> {
    const found = await this.channels.find(principal, id);
    if (!found) throw notFound('channel', id);
    const read = await this.read(request, getPlatform(found.type).meta);
    if (request.validateOnly) return importResult(read, null);
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const channel = await this.channels.lockOwned(tx, principal, id);
        if (!channel) throw notFound('channel', id);
        return this.store(tx, channel, read);
      }),
    );
  }

  /** Returns the rows of the file and how they were understood. Throws 400 if the file as a whole cannot be read. */
  read(request: ImportRequest<ReviewImportInput>, { ratingScale }: PlatformMeta): Promise<ReadImport> {
    return readImport(request, { now: this.clock.now(), scale: ratingScale });
  }

  /**
   * Stores and publishes the reviews that the channel does not have. A review that an earlier import brought is replaced. One that a
   * crawl has read stays, because the platform knows it better. The caller must hold the lock of the channel.
   */
  async store(tx: Tx, channel: ChannelRow, read: ReadImport): Promise<ImportResult> {
    const reviews = reviewsIn(read.rows);
    const known = await this.collected.known(tx, channel.id, reviews);
    const wanted = compareWithSeen(reviews, known).filter(
      ({ state, review }) =>
        state === 'fresh' || (state === 'changed' && known.get(review.externalId)?.imported === true),
    );
    await this.collected.store(tx, channel, { run: IMPORTED, backfill: true }, wanted);
    this.events.refreshList(tx, channel);
    const inserted = wanted.filter(({ state }) => state === 'fresh').length;
    return importResult(read, { inserted, updated: wanted.length - inserted });
  }
}
