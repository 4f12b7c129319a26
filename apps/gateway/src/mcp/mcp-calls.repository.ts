import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import type { McpCallEntity } from './mcp-call.entity';

export type NewMcpCall = Pick<
  McpCallEntity,
  'account_id' | 'sub_account_id' | 'key_id' | 'tool' | 'arguments' | 'request_id'
>;

/** How long a call is stored. */
const RETENTION = '90 days';
/** Rows per statement, so that a backlog does not make a long transaction. */
const PURGE_BATCH = 5_000;

@Injectable()
export class McpCallsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the id of the new row. */
  async begin(call: NewMcpCall): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into mcp_calls (account_id, sub_account_id, key_id, tool, arguments, request_id)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [
        call.account_id,
        call.sub_account_id,
        call.key_id,
        call.tool,
        JSON.stringify(call.arguments),
        call.request_id,
      ],
    );
    return (row as { id: number }).id;
  }

  async complete(id: number, status: number, code: string | null): Promise<void> {
    await this.database.query(
      'update mcp_calls set status = $2, code = $3, answered_on = now() where id = $1',
      [id, status, code],
    );
  }

  /** Deletes calls older than 90 days. Returns true if there may be more. */
  @Chore({ name: 'old_mcp_calls', everyMs: 3_600_000, per: 'service' })
  async purge(): Promise<boolean> {
    const removed = await this.database.queryWithin(
      'background',
      `delete from mcp_calls where id in (
         select id from mcp_calls where called_on < now() - interval '${RETENTION}' limit ${PURGE_BATCH} for update skip locked
       ) returning 1 as one`,
    );
    return removed.length === PURGE_BATCH;
  }
}
