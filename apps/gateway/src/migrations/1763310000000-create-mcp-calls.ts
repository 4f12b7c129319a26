import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the log of MCP tool calls: which key called which tool, and the outcome. */
export class CreateMcpCalls1763310000000 implements MigrationInterface {
  readonly name = 'CreateMcpCalls1763310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mcp_calls (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        key_id bigint not null,
        tool text not null,
        arguments jsonb not null,
        request_id text not null,
        status smallint,
        code text,
        called_on timestamptz not null default now(),
        answered_on timestamptz
      )`);
    await runner.query('create index mcp_calls_account_id_idx on mcp_calls (account_id, id)');
    await runner.query('create index mcp_calls_called_on_idx on mcp_calls (called_on)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mcp_calls');
  }
}
