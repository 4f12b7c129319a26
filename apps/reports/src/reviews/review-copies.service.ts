import { Injectable } from '@nestjs/common';
import { type DomainEvent, parseWireDate, type ReviewSnapshotPayload, type Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { DayRecountsService } from '../days/day-recounts.service';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { ReviewCopiesRepository } from './review-copies.repository';
import { reviewCopy, type ReviewState } from './review-copy';
import { TagsRepository } from './tags.repository';

/** Events per transaction. Planning the statement takes as long as counting dozens of reviews. */
export const MAX_REVIEW_EVENTS = 64;

/** Keeps the copies of reviews, the counts of their days and the names of their tags. */
@Injectable()
export class ReviewCopiesService {
  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly copies: ReviewCopiesRepository,
    private readonly tags: TagsRepository,
    private readonly days: DayRecountsService,
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
    await this.subAccounts.lock(tx, copies);
    await this.copies.apply(tx, copies);
    const named = events.flatMap(({ accountid, subaccountid, time, data }) =>
      data.tags.map(({ id, name }) => ({
        id,
        name,
        account_id: accountid,
        sub_account_id: subaccountid,
        named_on: time,
      })),
    );
    await this.tags.name(tx, named);
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those that an event changed later. After the last page the
   * days of every sub account are due to be counted again, so that a rebuild also corrects damaged days.
   */
  async applySnapshot(tx: Tx, { data }: DomainEvent<ReviewSnapshotPayload>): Promise<void> {
    const copies = data.records.map((record) => reviewCopy(record, { ...record, deleted: false }));
    const isLast = data.through === null;
    const owners: Tenant[] = [...copies, ...(await this.copies.ownersInRange(tx, data))];
    if (isLast) owners.push(...(await this.subAccounts.all(tx)));
    await this.subAccounts.lock(tx, owners, false);
    await this.copies.applySnapshot(tx, data, copies);
    if (isLast) {
      await this.subAccounts.makeDue(tx, owners);
      this.days.recountAfter(tx);
    }
    // The page was read after this time. An event that is later may have a newer name.
    const named_on = parseWireDate(data.begun_on).toISOString();
    const named = data.records.flatMap(({ account_id, sub_account_id, tags }) =>
      tags.map(({ id, name }) => ({ id, name, account_id, sub_account_id, named_on })),
    );
    await this.tags.name(tx, named);
  }
}
