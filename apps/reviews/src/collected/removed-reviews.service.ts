import { Injectable } from '@nestjs/common';
import { parseWireDate, type ReviewsRemovedPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { EventWith } from '@plaudit/events';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { storedId } from './clean-review';
import { isOvertaken } from './collected-review';
import { CollectedReviewsRepository } from './collected-reviews.repository';

/** The fields of the event that are read. */
export const REMOVED_FIELDS = [
  'channel_id',
  'external_ids',
  'removed_on',
] as const satisfies (keyof ReviewsRemovedPayload)[];

type RemovedEvent = EventWith<ReviewsRemovedPayload, (typeof REMOVED_FIELDS)[number]>;

/** Marks the reviews that their platform no longer shows. */
@Injectable()
export class RemovedReviewsService {
  constructor(
    private readonly collected: CollectedReviewsRepository,
    private readonly stored: StoredReviewsService,
  ) {}

  /** Leaves out reviews that are marked already, that the user deleted, or that a later page has shown. */
  async mark(tx: Tx, event: RemovedEvent): Promise<void> {
    const { channel_id, external_ids } = event.data;
    const places = external_ids.map((id) => ({ channel_id, external_id: storedId(id) }));
    const removed_on = parseWireDate(event.data.removed_on);
    const version = event.aggregateversion;
    const known = await this.collected.lockOwn(tx, places);
    const updates = known
      .filter((stored) => stored.removed_on === null && !isOvertaken(stored, { channel_id, version }))
      .map((stored) => ({ stored, change: { removed_on, collected_version: version } }));
    await this.stored.update(tx, updates, { causes: new Map([[channel_id, event]]) });
  }
}
