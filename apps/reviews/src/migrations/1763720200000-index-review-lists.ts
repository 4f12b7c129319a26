import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index for each filter of a list, newest first. The columns that are filtered together with it most often are
 * included, so that counts do not read rows.
 */
const INDEXES = [
  'reviews_rating_newest_idx on reviews (sub_account_id, status, star, rating, posted_on desc, id desc)',
  `reviews_channel_newest_idx on reviews (sub_account_id, channel_id, posted_on desc, id desc)
     include (status, star, rating) where channel_id is not null`,
  `reviews_source_newest_idx on reviews (sub_account_id, source_id, posted_on desc, id desc)
     include (status, star, rating) where source_id is not null`,
  `reviews_media_newest_idx on reviews (sub_account_id, posted_on desc, id desc) include (status, star)
     where media @> '[{"type":"image"}]' or media @> '[{"type":"video"}]'`,
  `reviews_photo_newest_idx on reviews (sub_account_id, posted_on desc, id desc) include (status, star)
     where from_image is not null`,
];

export class IndexReviewLists1763720200000 implements MigrationInterface {
  readonly name = 'IndexReviewLists1763720200000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (await beginsWithTheChannel(runner)) await dropIndex(runner, 'reviews_channel_newest_idx');
    for (const index of INDEXES) await buildIndex(runner, index);
    // Tags have their own table in list order.
    await dropIndex(runner, 'reviews_tags_idx');
    // The rows are read only after the lock for the change is released.
    await runner.query(`
      alter table reviews drop constraint if exists reviews_origin_check,
        add constraint reviews_origin_check check (channel_id is null or source_id is null) not valid`);
    await runner.query('alter table reviews validate constraint reviews_origin_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews drop constraint reviews_origin_check');
    const names = INDEXES.map((index) => index.split(' ', 1)[0]);
    await runner.query(`drop index ${names.join(', ')}`);
    await runner.query(
      'create index reviews_channel_newest_idx on reviews (channel_id, posted_on desc, id desc) where channel_id is not null',
    );
    await runner.query('create index reviews_tags_idx on reviews using gin (sub_account_id, tag_ids)');
  }
}

/** The first index of this name began with the channel instead of the sub account. */
async function beginsWithTheChannel(runner: QueryRunner): Promise<boolean> {
  const old = (await runner.query(
    `select from pg_indexes where schemaname = current_schema() and indexname = 'reviews_channel_newest_idx'
       and indexdef like '%(channel_id, posted_on %'`,
  )) as object[];
  return old.length > 0;
}
