import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';

const BUMP = `insert into rev (account_id, sub_account_id, rev) values ($1, $2, 1)
  on conflict (account_id, sub_account_id) do update set rev = rev.rev + 1 returning rev`;

@Injectable()
export class ContentRevsRepository {
  constructor(private readonly database: Database) {}

  /** Raises the rev of a sub account by one and returns the new value. */
  async bump(tenant: Tenant): Promise<number> {
    const [row] = await this.database.query<{ rev: number }>(BUMP, [
      tenant.account_id,
      tenant.sub_account_id,
    ]);
    return row?.rev ?? 0;
  }

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

  /** Raises the rev in the transaction of the change that makes cached responses outdated. */
  async bumpWithin(tx: Tx, tenant: Tenant): Promise<void> {
    await queryRows(tx, BUMP, [tenant.account_id, tenant.sub_account_id]);
  }

  /** Raises the rev of each of these sub accounts by one. It writes them in one order, so that two pages cannot deadlock. */
  async bumpAllWithin(tx: Tx, tenants: readonly Tenant[]): Promise<void> {
    await queryRows(
      tx,
      `insert into rev (account_id, sub_account_id, rev)
       select distinct account_id, sub_account_id, 1 from unnest($1::bigint[], $2::bigint[]) as bumped (account_id, sub_account_id)
       order by account_id, sub_account_id
       on conflict (account_id, sub_account_id) do update set rev = rev.rev + 1`,
      [tenants.map(({ account_id }) => account_id), tenants.map(({ sub_account_id }) => sub_account_id)],
    );
  }
}
