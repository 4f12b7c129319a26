import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the reviews of each sub account have changed. It starts at 0, which widgets takes for no change. */
export class CountChanges1765300000000 implements MigrationInterface {
  readonly name = 'CountChanges1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table review_revs (sub_account_id bigint primary key, rev bigint not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_revs');
  }
}
