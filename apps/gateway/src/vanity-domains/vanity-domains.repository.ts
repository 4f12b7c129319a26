import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Verification } from './domain-verification';
import { VanityDomainEntity } from './vanity-domain.entity';

export type VanityDomainRow = Omit<VanityDomainEntity, 'account'>;

@Injectable()
export class VanityDomainsRepository {
  constructor(private readonly database: Database) {}

  find(accountId: number): Promise<VanityDomainRow | null> {
    return this.database.read((manager) => manager.findOneBy(VanityDomainEntity, { account_id: accountId }));
  }

  /** Returns the id of the account that has this host verified. The host must be in lower case. */
  async findAccountByHost(host: string): Promise<number | null> {
    const [row] = await this.database.query<{ account_id: number }>(
      'select account_id from vanity_domains where host = $1 and verified_on is not null',
      [host],
    );
    return row?.account_id ?? null;
  }

  /** Stores the host that an account named, with a new proof and not verified. Null removes the account's host. */
  async name(tx: Tx, accountId: number, host: string | null, token: string): Promise<void> {
    await tx.delete(VanityDomainEntity, { account_id: accountId });
    if (host !== null) await tx.insert(VanityDomainEntity, { account_id: accountId, host, token });
  }

  /** Returns the ids of the other accounts that have this host verified. There is at most one. */
  async findHolders(tx: Tx, host: string, exceptAccountId: number): Promise<number[]> {
    const rows = await queryRows<{ account_id: number }>(
      tx,
      `select account_id from vanity_domains
       where host = $1 and verified_on is not null and account_id <> $2 order by account_id`,
      [host, exceptAccountId],
    );
    return rows.map(({ account_id }) => account_id);
  }

  /** Locks all domains of that host until the transaction ends, and returns the one of the account. */
  async lock(tx: Tx, host: string, accountId: number): Promise<VanityDomainRow | null> {
    const rows = await tx.find(VanityDomainEntity, {
      where: { host },
      order: { account_id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.find((row) => row.account_id === accountId) ?? null;
  }

  async save(tx: Tx, accountId: number, verification: Verification): Promise<void> {
    const { verified_by, verified_on, missing_since } = verification;
    const columns = { verified_by, verified_on, missing_since };
    await tx.update(VanityDomainEntity, { account_id: accountId }, columns);
  }

  /**
   * Makes the account's verified domain pending, with another proof, so that a record that is still in DNS does not move it
   * back. Returns false if the account does not have this host verified.
   */
  async release(tx: Tx, host: string, accountId: number): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `update vanity_domains set verified_by = null, verified_on = null, missing_since = null,
         token = encode(sha256(token::bytea), 'hex')
       where host = $1 and verified_on is not null and account_id = $2 returning account_id`,
      [host, accountId],
    );
    return rows.length > 0;
  }

  /**
   * Returns domains that were verified by DNS and not checked since `before`, and marks them as checked now. Skips those
   * that another replica has locked.
   */
  async claimDue(before: Date, now: Date, limit: number): Promise<VanityDomainRow[]> {
    return this.database.query<VanityDomainRow>(
      `update vanity_domains set checked_on = $2 where account_id in (
         select account_id from vanity_domains
          where verified_by = 'dns' and (checked_on is null or checked_on < $1)
          order by checked_on nulls first limit $3 for update skip locked
       ) returning *`,
      [before, now, limit],
    );
  }

  async markChecked(accountId: number, now: Date): Promise<void> {
    await this.database.query('update vanity_domains set checked_on = $2 where account_id = $1', [
      accountId,
      now,
    ]);
  }
}
