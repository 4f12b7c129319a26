import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The deleted sub accounts. Their widgets are inactive and do not count against a plan. */
export class CloseSubAccounts1763740000000 implements MigrationInterface {
  readonly name = 'CloseSubAccounts1763740000000';

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
