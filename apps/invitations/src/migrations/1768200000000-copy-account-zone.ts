import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the time zone of the account, in which send windows are that have none of their own. */
export class CopyAccountZone1768200000000 implements MigrationInterface {
  readonly name = 'CopyAccountZone1768200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_copies add column time_zone text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_copies drop column time_zone');
  }
}
