import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the reviews that came from a file, because no crawl is expected to find them. */
export class MarkImportedReviews1766100200002 implements MigrationInterface {
  readonly name = 'MarkImportedReviews1766100200002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews add column imported boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews drop column imported');
  }
}
