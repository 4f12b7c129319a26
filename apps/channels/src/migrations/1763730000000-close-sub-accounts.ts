import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the ids of deleted sub accounts. Their channels are not crawled and do not count against the plan. */
export class CloseSubAccounts1763730000000 implements MigrationInterface {
  readonly name = 'CloseSubAccounts1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table closed_sub_accounts (
        sub_account_id bigint primary key,
        closed_on timestamptz not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table closed_sub_accounts');
  }
}
