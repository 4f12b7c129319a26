import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReviewEntity } from '../reviews/review.entity';
import type { Tenant } from '../tags/tags.repository';
import { personHash } from './person';

/** Whom the sub accounts promised to forget. */
@Injectable()
export class SuppressionsRepository {
  /** A second time changes nothing. */
  async add(tx: Tx, { accountId, subAccountId }: Tenant, mailbox: string): Promise<void> {
    await queryRows(
      tx,
      `insert into suppressions (account_id, sub_account_id, person) values ($1, $2, decode($3, 'hex'))
       on conflict do nothing`,
      [accountId, subAccountId, personHash(subAccountId, mailbox)],
    );
  }

  /** Which of these mailboxes belong to people who were erased. */
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

  /** Reviews of this mailbox, at most `count`, locked until the transaction ends; by id. */
  async lockReviews(tx: Tx, subAccountId: number, mailbox: string, count: number): Promise<ReviewEntity[]> {
    return queryRows<ReviewEntity>(
      tx,
      'select * from reviews where sub_account_id = $1 and from_email = $2 order by id limit $3 for update',
      [subAccountId, mailbox, count],
    );
  }
}
