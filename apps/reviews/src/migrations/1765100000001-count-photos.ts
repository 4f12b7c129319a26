import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 200;

/**
 * Adds the number of reviews with a photo of the author to the counters, and counts the existing ones without a lock. The
 * nightly repair corrects what replicas of the old release write meanwhile.
 */
export class CountPhotos1765100000001 implements MigrationInterface {
  readonly name = 'CountPhotos1765100000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Either counter can add a row.
    await runner.query(`
      alter table review_counts alter column total set default 0,
        add column if not exists with_photos bigint not null default 0`);
    for (let last = 0; ;) {
      const subAccounts = (await runner.query(
        'select distinct sub_account_id as id from review_counts where sub_account_id > $1 order by 1 limit $2',
        [last, BATCH],
      )) as { id: number }[];
      const ids = subAccounts.map(({ id }) => id);
      await runner.query(
        `update review_counts stored set with_photos = counted.with_photos
         from (
           select sub_account_id, status, coalesce(star, 0) as star, coalesce(rating, 0) as rating, count(*) as with_photos
           from reviews where sub_account_id = any ($1) and from_image is not null group by 1, 2, 3, 4
         ) counted
         where (stored.sub_account_id, stored.status, stored.star, stored.rating)
           = (counted.sub_account_id, counted.status, counted.star, counted.rating)`,
        [ids],
      );
      last = ids.at(-1) ?? last;
      if (ids.length < BATCH) return;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_counts drop column with_photos, alter column total drop default');
  }
}
