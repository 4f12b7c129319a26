import { Injectable } from '@nestjs/common';
import type { DomainEvent, ReviewSnapshotPayload } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { RememberedAnswersRepository } from '../llm/remembered-answers.repository';
import { TranslationsRepository } from '../translation/cache/translations.repository';
import { DerivedTextsRepository } from './derived-texts.repository';
import { type FormerReview, ReviewCopiesRepository } from './review-copies.repository';
import { reviewCopy, type ReviewState } from './review-copy';

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
    if (others.length > 0) await this.forget(tx, await this.copies.replace(tx, others));
    if (deleted) await this.forgetTranslations(tx, neverCopied(events, added));
  }

  /** Makes the copies in the page's range equal to the page, except for those that an event changed later. */
  async applySnapshot(tx: Tx, { data }: DomainEvent<ReviewSnapshotPayload>): Promise<void> {
    const copies = data.records.map((record) => reviewCopy(record, { ...record, deleted: false }));
    await this.copies.add(tx, copies);
    await this.forget(tx, await this.copies.replaceRange(tx, data, copies));
  }

  /** Removes summaries, insights, answers of models and translations that contain or used what the reviews were. */
  private async forget(tx: Tx, reviews: readonly FormerReview[]): Promise<void> {
    if (reviews.length === 0) return;
    const ofChannels = reviews.filter(({ channel_id }) => channel_id !== 0);
    if (ofChannels.length > 0) await this.texts.drop(tx, ofChannels);
    await this.answers.forget(
      tx,
      reviews.map(({ id }) => id),
    );
    await this.forgetTranslations(
      tx,
      reviews.filter(({ is_text_gone }) => is_text_gone),
    );
  }

  private async forgetTranslations(tx: Tx, gone: readonly GoneText[]): Promise<void> {
    for (const [accountId, texts] of byAccountOf(gone)) await this.translations.forget(tx, accountId, texts);
  }
}

type GoneText = Pick<FormerReview, 'account_id' | 'text'>;

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
