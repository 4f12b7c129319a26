import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when widgets shows a rev without asking again. */
export class LeaseRevs1766740000000 implements MigrationInterface {
  readonly name = 'LeaseRevs1766740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_revs add column leased_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_revs drop column leased_until');
  }
}
