import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The orders of lists besides newest and oldest, and the reviews that outlived their channel. */
const INDEXES = [
  'reviews_updated_idx on reviews (sub_account_id, updated_on, id)',
  'reviews_best_idx on reviews (sub_account_id, coalesce(rating, -1) desc, posted_on desc, id desc)',
  `reviews_kept_newest_idx on reviews (sub_account_id, posted_on desc, id desc)
     where channel_id is null and origin = 'channel'`,
  `reviews_kept_external_idx on reviews (sub_account_id, platform, external_id)
     where channel_id is null and origin = 'channel'`,
  'sources_account_idx on sources (account_id, sub_account_id)',
];

export class OrderReviews1765200100000 implements MigrationInterface {
  readonly name = 'OrderReviews1765200100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${INDEXES.map((index) => index.split(' ', 1)[0]).join(', ')}`);
  }
}
