import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';

@Injectable()
export class ContentRevsRepository {
  constructor(private readonly database: Database) {}

  /** Raises the rev, unless it includes this rev of the reviews service already. Returns the rev. */
  async follow({ account_id, sub_account_id }: Tenant, reviewsRev: number): Promise<number> {
    const [row] = await this.database.query<{ rev: number }>(
      `insert into rev (account_id, sub_account_id, rev, reviews_rev) values ($1, $2, 1, $3)
       on conflict (account_id, sub_account_id) do update
         set rev = rev.rev + (rev.reviews_rev <> excluded.reviews_rev)::int, reviews_rev = excluded.reviews_rev
       returning rev`,
      [account_id, sub_account_id, reviewsRev],
    );
    return row?.rev ?? 0;
  }

  /**
   * Raises the rev of each of these sub accounts by one, in the transaction of the change that makes cached responses outdated. It
   * writes them in one order, so that two transactions cannot deadlock.
   */
  async raise(tx: Tx, tenants: readonly Tenant[]): Promise<void> {
    await queryRows(
      tx,
      `insert into rev (account_id, sub_account_id, rev)
       select distinct account_id, sub_account_id, 1 from unnest($1::bigint[], $2::bigint[]) as raised (account_id, sub_account_id)
       order by account_id, sub_account_id
       on conflict (account_id, sub_account_id) do update set rev = rev.rev + 1`,
      [tenants.map(({ account_id }) => account_id), tenants.map(({ sub_account_id }) => sub_account_id)],
    );
  }
}
