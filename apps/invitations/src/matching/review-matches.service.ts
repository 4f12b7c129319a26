import { Injectable } from '@nestjs/common';
import { type DomainEvent, parseWireDate, type ReviewPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import { authorKeyOf } from '../recipients/recipient';
import { rootIdOf } from '../requests/request';
import { RequestsRepository } from '../requests/requests.repository';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { MatchCandidatesRepository } from './match-candidates.repository';
import { matchOf } from './review-match';

/** The fields of a new review that are compared with invitations. */
export const MATCHED_FIELDS = [
  'id',
  'from_name',
  'channel_id',
  'posted_on',
  'invite_id',
] as const satisfies (keyof ReviewPayload)[];
export type NewReview = Pick<ReviewPayload, (typeof MATCHED_FIELDS)[number]>;

/** Finds the invitations that led to new reviews. */
@Injectable()
export class ReviewMatchesService {
  constructor(
    private readonly candidates: MatchCandidatesRepository,
    private readonly requests: RequestsRepository,
    private readonly profiles: SettingsProfilesRepository,
    private readonly lifecycle: LifecycleService,
    private readonly clock: Clock,
  ) {}

  /** Marks the invitation as reviewed that led to the review, if exactly one can have done so. */
  async match(tx: Tx, { subaccountid: subAccountId, data: review }: DomainEvent<NewReview>): Promise<void> {
    if (review.invite_id != null) return this.connect(tx, subAccountId, review.invite_id, review.id);
    const authorKey = authorKeyOf(review.from_name);
    if (authorKey === null || review.channel_id === null) return;
    const postedOn = parseWireDate(review.posted_on);
    const found = await this.candidates.find(tx, { subAccountId, authorKey, postedOn });
    const profiles = await this.profiles.resolved(
      tx,
      found.map(({ settings_id }) => settings_id),
    );
    const channels = new Map([...profiles].map(([id, { settings }]) => [id, settings.channels]));
    const match = matchOf(found, review.channel_id, channels);
    const message = match && (await this.requests.find(tx, match.id));
    if (!message) return;
    await this.lifecycle.reviewed(
      tx,
      message,
      { at: this.clock.now(), source: 'review_match' },
      { reviewId: review.id, detail: { confidence: match.confidence, review_id: review.id } },
    );
  }

  /** Notes the id of a review that was written on the landing page. The request is marked as reviewed since then. */
  private async connect(tx: Tx, subAccountId: number, inviteId: number, reviewId: number): Promise<void> {
    const message = await this.requests.find(tx, inviteId);
    if (!message || message.sub_account_id !== subAccountId) return;
    const rootId = rootIdOf(message);
    const sequence = await this.requests.lockSequences(tx, [rootId]);
    const written = sequence.filter(
      ({ id, review_id, reviewed_on }) =>
        (id === inviteId || id === rootId) && review_id === null && reviewed_on !== null,
    );
    await this.requests.updateAll(
      tx,
      written.map((row) => ({ row, change: { review_id: reviewId } })),
    );
  }
}
