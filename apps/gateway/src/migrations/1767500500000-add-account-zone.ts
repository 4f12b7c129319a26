import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives accounts the time zone of reports and send windows that have none of their own. */
export class AddAccountZone1767500500000 implements MigrationInterface {
  readonly name = 'AddAccountZone1767500500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table accounts add column time_zone text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table accounts drop column time_zone');
  }
}
