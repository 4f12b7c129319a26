import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import type { ReviewEntity } from '../reviews/review.entity';
import { type Person, personHash } from './person';

/** Stands for all sub accounts of an account. */
const EVERY = 0;

/** The people whose data sub accounts and accounts have erased. */
@Injectable()
export class SuppressionsRepository {
  constructor(private readonly duplicates: ReviewDuplicatesRepository) {}

  /**
   * Remembers that the person with these names was erased in the sub account. It takes the lock under which nobody adds reviews, so that every
   * review stored later knows of it. Adding the same person again changes nothing.
   */
  async add(tx: Tx, tenant: Tenant, names: readonly string[]): Promise<void> {
    await this.duplicates.lockAll(tx, tenant);
    const { account_id: accountId, sub_account_id: subAccountId } = tenant;
    const hashes = names.map((name) => personHash({ subAccountId }, name));
    await this.insert(tx, { accountId, subAccountId, hashes });
  }

  /** {@link add} for all sub accounts of the account, also those that will be added later. Returns those that may have reviews. */
  async addToAccount(tx: Tx, accountId: number, names: readonly string[]): Promise<number[]> {
    await this.duplicates.lockAccount(tx, accountId);
    const hashes = names.map((name) => personHash({ accountId }, name));
    await this.insert(tx, { accountId, subAccountId: EVERY, hashes });
    // Only reviews that were added or written on the page of an invitation have an address. Each has a source.
    const owners = await queryRows<{ sub_account_id: number }>(
      tx,
      'select distinct sub_account_id from sources where account_id = $1 order by sub_account_id',
      [accountId],
    );
    return owners.map(({ sub_account_id }) => sub_account_id);
  }

  /** Returns those of these mailboxes and names of invitations that belong to people who were erased. */
  async among(
    tx: Tx,
    { account_id: accountId, sub_account_id: subAccountId }: Tenant,
    mailboxes: readonly string[],
  ): Promise<Set<string>> {
    if (mailboxes.length === 0) return new Set();
    const byHash = new Map(
      mailboxes.flatMap((mailbox) => [
        [personHash({ subAccountId }, mailbox), mailbox],
        [personHash({ accountId }, mailbox), mailbox],
      ]),
    );
    const rows = await queryRows<{ hash: string }>(
      tx,
      `select encode(person, 'hex') as hash from suppressions
       where sub_account_id in ($1, ${EVERY}) and person = any ($2::bytea[])`,
      [subAccountId, [...byHash.keys()].map((hash) => `\\x${hash}`)],
    );
    return new Set(rows.map(({ hash }) => byHash.get(hash) as string));
  }

  private async insert(
    tx: Tx,
    { accountId, subAccountId, hashes }: { accountId: number; subAccountId: number; hashes: string[] },
  ): Promise<void> {
    await queryRows(
      tx,
      `insert into suppressions (account_id, sub_account_id, person)
       select $1, $2, decode(hash, 'hex') from unnest($3::text[]) as hash on conflict do nothing`,
      [accountId, subAccountId, hashes],
    );
  }

  /**
   * Locks at most `count` reviews of the person that are not anonymous yet until the transaction ends, and returns them by id. They
   * have the mailbox, or answer one of the invitations.
   */
  async lockReviews(
    tx: Tx,
    subAccountId: number,
    { mailbox, invites }: Person,
    count: number,
  ): Promise<ReviewEntity[]> {
    // The indexes find the ids. Postgres checks the outer conditions again on a row that another erasure changed meanwhile.
    return queryRows<ReviewEntity>(
      tx,
      `select * from reviews where id in (
         select id from reviews where sub_account_id = $1 and from_email = $2
         union all
         select id from reviews
         where sub_account_id = $1 and invite_id = any ($3::bigint[]) and external_id is not null
       ) and (from_email = $2 or invite_id = any ($3::bigint[]) and external_id is not null)
       order by id limit $4 for update`,
      [subAccountId, mailbox, invites, count],
    );
  }
}
