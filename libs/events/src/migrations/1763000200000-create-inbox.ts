import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInbox1763000200000 implements MigrationInterface {
  name = 'CreateInbox1763000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table inbox (
        handler text not null,
        event_id text not null,
        processed_at timestamptz not null default clock_timestamp(),
        primary key (handler, event_id)
      )`);
    // Rows are inserted in the order of their time, so a BRIN index is enough to find the old ones.
    await runner.query('create index inbox_processed_at on inbox using brin (processed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox');
  }
}
