import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { ReviewViewEntity } from './review-view.entity';

/** A view without its owner. */
export type ReviewView = Pick<ReviewViewEntity, 'id' | 'name' | 'filters' | 'position'>;

const VIEW = 'id, name, filters, position';
const OWNED = 'account_id = $1 and sub_account_id = $2';

@Injectable()
export class ReviewViewsRepository {
  constructor(private readonly database: Database) {}

  /** Returns all views of the sub account, by position. */
  async list(tenant: Tenant): Promise<ReviewView[]> {
    return this.database.query<ReviewView>(
      `select ${VIEW} from review_views where ${OWNED} order by position, id`,
      idsOf(tenant),
    );
  }

  /**
   * Returns the number of views and the last position. Other additions wait until the transaction ends, so that they cannot
   * exceed the maximum together.
   */
  async lockEnd(tx: Tx, tenant: Tenant): Promise<{ count: number; last: number }> {
    await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('views of ' || $1, 0))", [
      tenant.sub_account_id,
    ]);
    const [end] = await queryRows<{ count: number; last: number }>(
      tx,
      `select count(*)::int as count, coalesce(max(position), -1) as last from review_views where ${OWNED}`,
      idsOf(tenant),
    );
    return end as { count: number; last: number };
  }

  async insert(tx: Tx, tenant: Tenant, view: Omit<ReviewView, 'id'>): Promise<ReviewView> {
    const [added] = await queryRows<ReviewView>(
      tx,
      `insert into review_views (account_id, sub_account_id, name, filters, position) values ($1, $2, $3, $4, $5)
       returning ${VIEW}`,
      [...idsOf(tenant), view.name, JSON.stringify(view.filters), view.position],
    );
    return added as ReviewView;
  }

  /** Changes the fields that are given. Returns null unless the sub account has the view. */
  async update(
    tenant: Tenant,
    id: number,
    { name, filters, position }: Partial<ReviewView>,
  ): Promise<ReviewView | null> {
    const [changed] = await this.database.query<ReviewView>(
      `update review_views set name = coalesce($4, name), filters = coalesce($5::jsonb, filters),
         position = coalesce($6::int, position)
       where ${OWNED} and id = $3 returning ${VIEW}`,
      [...idsOf(tenant), id, name ?? null, filters ? JSON.stringify(filters) : null, position ?? null],
    );
    return changed ?? null;
  }

  /** Returns false unless the sub account had the view. */
  async delete(tenant: Tenant, id: number): Promise<boolean> {
    const deleted = await this.database.query(
      `delete from review_views where ${OWNED} and id = $3 returning id`,
      [...idsOf(tenant), id],
    );
    return deleted.length > 0;
  }
}

function idsOf({ account_id, sub_account_id }: Tenant): [number, number] {
  return [account_id, sub_account_id];
}
