import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers the id that a review would have now, if it keeps one that an earlier reading of its page had derived. */
export class KeepFormerIds1767600200000 implements MigrationInterface {
  readonly name = 'KeepFormerIds1767600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews add column derived_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table seen_reviews drop column derived_id');
  }
}
