import { Injectable } from '@nestjs/common';
import { notFound, type Tenant } from '@plaudit/contracts';
import { entityColumns, insertRows, queryRows, type Tx, updateRows } from '@plaudit/database';
import type { NewRequest, RequestRow, RequestUpdate } from './request-rows';
import { RequestEntity } from './request.entity';

/** The columns of a row of `request` for a `select` or `returning`, without the rendered message, which is large. */
export const COLUMNS_WITHOUT_RENDERED = Object.keys(entityColumns(RequestEntity))
  .filter((name) => name !== 'rendered')
  .map((name) => `request.${name}`)
  .join(', ');

/** Holds every write to the table `requests`. */
@Injectable()
export class RequestsRepository {
  /** Stores requests in one statement. Returns the rows in the order of `requests`. */
  async insert(tx: Tx, requests: readonly NewRequest[]): Promise<RequestRow[]> {
    if (requests.length === 0) return [];
    const { sql, json } = insertRows(RequestEntity, requests);
    return queryRows<RequestRow>(tx, `${sql} returning *`, [json]);
  }

  /**
   * Sets the columns that each change names and bumps the versions, in one statement. Returns the rows as they are now, in the
   * order of `updates`. The caller holds the locks of the rows.
   */
  async updateAll(tx: Tx, updates: readonly RequestUpdate[]): Promise<RequestRow[]> {
    if (updates.length === 0) return [];
    const changes = updates.map(({ row, change }) => ({ id: row.id, change: { ...change } }));
    const also = ['version = request.version + 1', 'updated_on = clock_timestamp()'];
    const { sql, json } = updateRows(RequestEntity, 'request', changes, also);
    const rows = await queryRows<Omit<RequestRow, 'rendered'>>(
      tx,
      `${sql} returning ${COLUMNS_WITHOUT_RENDERED}`,
      [json],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return updates.map(({ row, change: { rendered = row.rendered } }) => {
      const updated = byId.get(row.id) as Omit<RequestRow, 'rendered'>;
      return { ...updated, rendered };
    });
  }

  /** Locks these rows until the transaction ends, in the order of their ids, and returns them. Deleted ones are included. */
  async lock(tx: Tx, ids: readonly number[]): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      'select * from requests where id = any ($1::bigint[]) order by id for update',
      [ids],
    );
  }

  /** Locks first messages with all their reminders, in the order of their ids, and returns the rows. */
  async lockSequences(tx: Tx, rootIds: readonly number[]): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      `select * from requests where id = any ($1::bigint[]) or parent_id = any ($1::bigint[]) order by id for update`,
      [rootIds],
    );
  }

  /** Returns a request without locking it. Throws 404 unless the sub account has it. */
  async get(tx: Tx, { sub_account_id }: Tenant, id: number): Promise<RequestRow> {
    const [row] = await queryRows<RequestRow>(
      tx,
      'select * from requests where sub_account_id = $1 and id = $2 and deleted_on is null',
      [sub_account_id, id],
    );
    if (!row) throw notFound('invitation request', id);
    return row;
  }

  /** Returns a request without locking it, also if it is deleted; null if there is none. */
  async find(tx: Tx, id: number): Promise<RequestRow | null> {
    const [row] = await queryRows<RequestRow>(tx, 'select * from requests where id = $1', [id]);
    return row ?? null;
  }
}
