import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Widgets asks for the rev before each response, so no rev is leased any more. No release has used the column. */
export class DropRevLeases1767100000000 implements MigrationInterface {
  readonly name = 'DropRevLeases1767100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_revs drop column leased_until');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_revs add column leased_until timestamptz');
  }
}
