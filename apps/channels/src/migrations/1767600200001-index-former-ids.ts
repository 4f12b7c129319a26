import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the reviews that keep a former id by the id that they would have now. They are few. */
export class IndexFormerIds1767600200001 implements MigrationInterface {
  readonly name = 'IndexFormerIds1767600200001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'seen_reviews_derived_id_idx on seen_reviews (channel_id, derived_id) where derived_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'seen_reviews_derived_id_idx');
  }
}
