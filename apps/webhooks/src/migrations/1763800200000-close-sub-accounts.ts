import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the deleted sub accounts. Events of a deleted sub account are no longer delivered. */
export class CloseSubAccounts1763800200000 implements MigrationInterface {
  readonly name = 'CloseSubAccounts1763800200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table closed_sub_accounts (
        sub_account_id bigint primary key,
        closed_on timestamptz not null default clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table closed_sub_accounts');
  }
}
