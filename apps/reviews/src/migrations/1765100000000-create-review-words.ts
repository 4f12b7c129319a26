import { dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordVector } from '../search/word-vector';

const PARTITIONS = 16;
const BATCH = 1_000;

interface Review {
  id: number;
  sub_account_id: number;
  version: number;
  text: string;
  from_name: string;
}

/**
 * Creates the words by which reviews are found and fills them from the existing reviews, in batches that lock nothing. It can
 * be repeated after a crash. The nightly repair corrects what replicas of the old release write meanwhile.
 */
export class CreateReviewWords1765100000000 implements MigrationInterface {
  readonly name = 'CreateReviewWords1765100000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await this.createTable(runner);
    for (let last = 0; ;) {
      const reviews = await this.fill(runner, last);
      last = reviews.at(-1)?.id ?? last;
      if (reviews.length < BATCH) break;
    }
    // Nobody reads or writes this table before the migration ends, so it need not be built concurrently.
    await runner.query(
      'create index if not exists review_words_words_idx on review_words using gin (words) with (gin_pending_list_limit = 1024)',
    );
    await runner.query('analyze review_words');
    for (const index of ['reviews_text_idx', 'reviews_from_name_idx']) await dropIndex(runner, index);
  }

  private async createTable(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists review_words (
        sub_account_id bigint not null,
        posted_on timestamptz(0) not null,
        review_id bigint not null,
        rating double precision,
        version integer not null,
        status smallint not null,
        star smallint,
        words tsvector not null,
        filler text not null default repeat(' ', 2000),
        primary key (sub_account_id, posted_on, review_id)
      ) partition by hash (sub_account_id)`);
    await runner.query('alter table review_words alter column words set storage external');
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      // Some space stays free, so that a new status fits beside the old row and no index has to change.
      await runner.query(`
        create table if not exists review_words_${partition} partition of review_words
        for values with (modulus ${PARTITIONS}, remainder ${partition})
        with (fillfactor = 90, toast_tuple_target = 128)`);
    }
  }

  /** Returns the reviews whose words were stored. */
  private async fill(runner: QueryRunner, afterId: number): Promise<Review[]> {
    const rows = (await runner.query(
      'select id, sub_account_id, version, text, from_name from reviews where id > $1 order by id limit $2',
      [afterId, BATCH],
    )) as Review[];
    const reviews = rows.map((row) => ({
      ...row,
      id: Number(row.id),
      sub_account_id: Number(row.sub_account_id),
    }));
    await runner.query(
      `insert into review_words (sub_account_id, posted_on, review_id, version, status, star, rating, words)
       select review.sub_account_id, review.posted_on, review.id, given.version, review.status, review.star,
         review.rating, given.words::tsvector
       from unnest($1::bigint[], $2::integer[], $3::text[]) as given (id, version, words)
       join reviews review on review.id = given.id
       on conflict do nothing`,
      [reviews.map(({ id }) => id), reviews.map(({ version }) => version), reviews.map(wordVector)],
    );
    return reviews;
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_words');
    await runner.query(
      'create index reviews_text_idx on reviews using gin (sub_account_id, text gin_trgm_ops)',
    );
    await runner.query(
      'create index reviews_from_name_idx on reviews using gin (sub_account_id, from_name gin_trgm_ops)',
    );
  }
}
