import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images from before belong to no account. They are purged 90 days after their last use. */
export class AssignImages1767000000000 implements MigrationInterface {
  readonly name = 'AssignImages1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table images add column account_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table images drop column account_id');
  }
}
