import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { REV_LEASE_MS } from '@plaudit/contracts';
import { afterCommit, Database, queryRows, type Tx } from '@plaudit/database';
import { currentContext } from '@plaudit/runtime';

/** By sub account. */
type Revs = ReadonlyMap<number, number>;

interface RevRow {
  sub_account_id: number;
  rev: number;
}

@Injectable()
export class ReviewRevsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the rev of each of these sub accounts that has had a review. */
  async list(subAccountIds: readonly number[]): Promise<Revs> {
    const rows = await this.database.query<RevRow>(
      'select sub_account_id, rev from review_revs where sub_account_id = any ($1)',
      [subAccountIds],
      'list-review-revs',
    );
    return revsIn(rows);
  }

  /**
   * Leases revs for {@link REV_LEASE_MS}: the response to a change of these reviews waits for the end of the lease, see
   * {@link raise}. Returns the leased revs. They do not include a rev that a running transaction has raised.
   */
  async lease(subAccountIds: readonly number[]): Promise<Revs> {
    const rows = await this.database.query<RevRow>(
      `with free as (
         select sub_account_id from review_revs where sub_account_id = any ($1)
         order by sub_account_id for update skip locked
       )
       update review_revs leased set leased_until = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
       from free where leased.sub_account_id = free.sub_account_id
       returning leased.sub_account_id, leased.rev`,
      [subAccountIds, REV_LEASE_MS],
      'lease-review-revs',
    );
    return revsIn(rows);
  }

  /**
   * Raises the revs in the transaction of the change. If a rev is leased, the response to an API client waits for the end of the
   * lease after the commit. A change that an event causes does not wait.
   */
  async raise(tx: Tx, subAccountIds: readonly number[]): Promise<void> {
    const [row] = await queryRows<{ leased_ms: number }>(
      tx,
      `with raised as (
         insert into review_revs as known (sub_account_id, rev)
         select id, 1 from unnest($1::bigint[]) as changed (id) order by id
         on conflict (sub_account_id) do update set rev = known.rev + 1
         returning leased_until
       )
       select coalesce(extract(epoch from max(leased_until) - clock_timestamp()) * 1000, 0)::float8 as leased_ms from raised`,
      [subAccountIds],
    );
    const leasedMs = Math.min(row?.leased_ms ?? 0, REV_LEASE_MS);
    // A timer may fire up to a millisecond early.
    if (leasedMs > 0 && currentContext()?.request) afterCommit(tx, () => delay(Math.ceil(leasedMs) + 1));
  }
}

function revsIn(rows: readonly RevRow[]): Revs {
  return new Map(rows.map(({ sub_account_id, rev }) => [sub_account_id, rev]));
}
