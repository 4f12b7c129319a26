import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { NewActivity } from './activity';

export interface ActivityOf extends NewActivity {
  requestId: number;
}

/** The log of what happened to each request. */
@Injectable()
export class ActivityRepository {
  /** Adds the entries in this order, in one statement. */
  async add(tx: Tx, entries: readonly ActivityOf[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ requestId, type, source, status = 'ok', detail = null, at = null }) => ({
      request_id: requestId,
      type,
      source,
      status,
      detail,
      created_at: at,
    }));
    await queryRows(
      tx,
      `insert into activity (request_id, type, source, status, detail, created_at)
       select request_id, type, source, status, detail, coalesce(created_at, clock_timestamp())
       from rows from (jsonb_to_recordset($1::jsonb) as (request_id bigint, type text, source text, status text,
         detail jsonb, created_at timestamptz)) with ordinality as given
       order by ordinality`,
      [JSON.stringify(rows)],
    );
  }
}
