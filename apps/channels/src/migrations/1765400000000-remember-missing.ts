import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers what a crawl did not find, because it is believed only when later crawls do not find it either. */
export class RememberMissing1765400000000 implements MigrationInterface {
  readonly name = 'RememberMissing1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crawls add column doubted_figures jsonb');
    await runner.query('alter table seen_reviews add column missed smallint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews drop column missed');
    await runner.query('alter table crawls drop column doubted_figures');
  }
}
