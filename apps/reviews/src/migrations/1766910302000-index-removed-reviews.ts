import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The reviews that the figures of widgets take out of the counters. Mostly there are few of them. */
const INDEX = 'reviews_removed_idx on reviews (sub_account_id) where removed_on is not null';

export class IndexRemovedReviews1766910302000 implements MigrationInterface {
  readonly name = 'IndexRemovedReviews1766910302000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reviews_removed_idx');
  }
}
