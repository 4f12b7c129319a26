import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import type { ReviewEntity } from '../reviews/review.entity';
import { personHash } from './person';

/** The people whose data each sub account has erased. */
@Injectable()
export class SuppressionsRepository {
  constructor(private readonly duplicates: ReviewDuplicatesRepository) {}

  /**
   * Remembers that this person was erased. It takes the lock under which nobody adds reviews, so that every review stored
   * later knows of it. Adding the same person again changes nothing.
   */
  async add(tx: Tx, { account_id, sub_account_id }: Tenant, mailbox: string): Promise<void> {
    await this.duplicates.lockAll(tx, sub_account_id);
    await queryRows(
      tx,
      `insert into suppressions (account_id, sub_account_id, person) values ($1, $2, decode($3, 'hex'))
       on conflict do nothing`,
      [account_id, sub_account_id, personHash(sub_account_id, mailbox)],
    );
  }

  /** Returns those of these mailboxes that belong to people who were erased. */
  async among(tx: Tx, subAccountId: number, mailboxes: readonly string[]): Promise<Set<string>> {
    if (mailboxes.length === 0) return new Set();
    const byHash = new Map(mailboxes.map((mailbox) => [personHash(subAccountId, mailbox), mailbox]));
    const rows = await queryRows<{ hash: string }>(
      tx,
      `select encode(person, 'hex') as hash from suppressions
       where sub_account_id = $1 and person = any ($2::bytea[])`,
      [subAccountId, [...byHash.keys()].map((hash) => `\\x${hash}`)],
    );
    return new Set(rows.map(({ hash }) => byHash.get(hash) as string));
  }

  /** Locks at most `count` reviews of this mailbox until the transaction ends and returns them by id. */
  async lockReviews(tx: Tx, subAccountId: number, mailbox: string, count: number): Promise<ReviewEntity[]> {
    return queryRows<ReviewEntity>(
      tx,
      'select * from reviews where sub_account_id = $1 and from_email = $2 order by id limit $3 for update',
      [subAccountId, mailbox, count],
    );
  }
}
