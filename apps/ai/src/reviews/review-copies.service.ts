import { Injectable } from '@nestjs/common';
import type { DomainEvent, ReviewSnapshotPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { RememberedAnswersRepository } from '../llm/remembered-answers.repository';
import { TranslationsRepository } from '../translation/cache/translations.repository';
import { DerivedTextsRepository } from './derived-texts.repository';
import { type FormerReview, type GoneText, ReviewCopiesRepository } from './review-copies.repository';
import { type ReviewCopy, reviewCopy, type ReviewState } from './review-copy';

/** Events per transaction. */
export const MAX_REVIEW_EVENTS = 64;

/** Keeps the copies of reviews. Removes what was made of a text in the transaction that changes or deletes it. */
@Injectable()
export class ReviewCopiesService {
  constructor(
    private readonly copies: ReviewCopiesRepository,
    private readonly texts: DerivedTextsRepository,
    private readonly answers: RememberedAnswersRepository,
    private readonly translations: TranslationsRepository,
  ) {}

  /** Stores the states that the events carry, at most one of each review. A state older than the stored one is ignored. */
  async apply(tx: Tx, events: readonly DomainEvent<ReviewState>[], deleted: boolean): Promise<void> {
    const copies = events.map(({ accountid, subaccountid, aggregateversion, data }) =>
      reviewCopy(data, {
        account_id: accountid,
        sub_account_id: subaccountid,
        version: aggregateversion,
        deleted,
      }),
    );
    const added = new Set(await this.copies.add(tx, copies));
    const others = copies.filter(({ id }) => !added.has(id));
    const changed = others.length > 0 ? await this.copies.replace(tx, others) : [];
    const unseen = deleted ? neverCopied(events, added) : [];
    await this.forget(tx, changed, [...unseen, ...(await this.outdatedTexts(tx, others))]);
  }

  /** Makes the copies in the page's range equal to the page, except for those that an event changed later. */
  async applySnapshot(tx: Tx, { data }: DomainEvent<ReviewSnapshotPayload>): Promise<void> {
    const copies = data.records.map((record) => reviewCopy(record, { ...record, deleted: false }));
    await this.copies.add(tx, copies);
    const changed = await this.copies.replaceRange(tx, data, copies);
    await this.forget(tx, changed, await this.outdatedTexts(tx, copies));
  }

  /** Two replicas may apply the events of a review in the wrong order. A text may have been translated before it was copied. */
  private async outdatedTexts(tx: Tx, copies: readonly ReviewCopy[]): Promise<GoneText[]> {
    return copies.length > 0 ? this.copies.outdatedTexts(tx, copies) : [];
  }

  /**
   * Removes summaries, insights, answers of models and translations that contain or used what the reviews were, and the translations of
   * `texts`.
   */
  private async forget(tx: Tx, reviews: readonly FormerReview[], texts: readonly GoneText[]): Promise<void> {
    const ofChannels = reviews.filter(({ channel_id }) => channel_id !== 0);
    if (ofChannels.length > 0) await this.texts.drop(tx, ofChannels);
    await this.answers.forget(
      tx,
      reviews.map(({ id }) => id),
    );
    const changed = reviews.filter(({ is_text_gone }) => is_text_gone);
    // All of them at once, because a transaction that forgets twice could wait for another one that does.
    for (const [accountId, gone] of byAccountOf([...changed, ...texts])) {
      await this.translations.forget(tx, accountId, gone);
    }
  }
}

/**
 * Returns the texts of deleted reviews that had no copy, for example because no snapshot has come yet. reviews may have had them
 * translated all the same.
 */
function neverCopied(events: readonly DomainEvent<ReviewState>[], added: ReadonlySet<number>): GoneText[] {
  return events
    .filter(({ data }) => added.has(data.id))
    .map(({ accountid, data }) => ({ account_id: accountid, text: data.text }));
}

/** Returns the texts by account, in the order of their ids. */
function byAccountOf(gone: readonly GoneText[]): [accountId: number, texts: string[]][] {
  const byAccount = new Map<number, string[]>();
  for (const { account_id, text } of gone) {
    if (text === '') continue;
    const texts = byAccount.get(account_id);
    if (texts) texts.push(text);
    else byAccount.set(account_id, [text]);
  }
  return [...byAccount].sort(([a], [b]) => a - b);
}
