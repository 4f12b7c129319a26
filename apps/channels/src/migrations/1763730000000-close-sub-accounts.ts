import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sub accounts that were deleted: whatever is left of them is crawled no more and counts against no plan. */
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
