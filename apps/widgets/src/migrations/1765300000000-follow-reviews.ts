import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rev of the reviews service that the rev of a sub account includes. */
export class FollowReviews1765300000000 implements MigrationInterface {
  readonly name = 'FollowReviews1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rev add column reviews_rev bigint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rev drop column reviews_rev');
  }
}
