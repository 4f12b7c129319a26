import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the reviews that their platform has never shown, because they are not collected. */
export class MarkHiddenReviews1766910301000 implements MigrationInterface {
  readonly name = 'MarkHiddenReviews1766910301000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews add column hidden boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews drop column hidden');
  }
}
