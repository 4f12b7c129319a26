import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the counters of reviews and the tags of reviews in list order, and fills them from the existing reviews. */
export class CountReviews1763720100000 implements MigrationInterface {
  readonly name = 'CountReviews1763720100000';

  async up(runner: QueryRunner): Promise<void> {
    // Half of each page stays free, so that an updated row fits beside the old one and no index has to change.
    await runner.query(`
      create table review_counts (
        sub_account_id bigint not null,
        status smallint not null,
        star smallint not null,
        rating double precision not null,
        total bigint not null,
        primary key (sub_account_id, status, star, rating)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table tag_counts (
        sub_account_id bigint not null,
        tag_id bigint not null,
        total bigint not null,
        primary key (sub_account_id, tag_id)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table review_tags (
        sub_account_id bigint not null,
        tag_id bigint not null,
        posted_on timestamptz(0) not null,
        review_id bigint not null,
        status smallint not null,
        star smallint,
        rating double precision,
        primary key (sub_account_id, tag_id, posted_on, review_id) include (status, star, rating)
      )`);
    await this.fill(runner);
  }

  private async fill(runner: QueryRunner): Promise<void> {
    // The lock keeps others from writing between the count and the first write that updates it.
    await runner.query('lock table reviews in share row exclusive mode');
    await runner.query(`
      insert into review_counts (sub_account_id, status, star, rating, total)
      select sub_account_id, status, coalesce(star, 0), coalesce(rating, 0), count(*)
      from reviews group by 1, 2, 3, 4`);
    await runner.query(`
      insert into review_tags (sub_account_id, tag_id, posted_on, review_id, status, star, rating)
      select distinct sub_account_id, tag_id, posted_on, id, status, star, rating
      from reviews, unnest(tag_ids) as tag_id`);
    await runner.query(`
      insert into tag_counts (sub_account_id, tag_id, total)
      select sub_account_id, tag_id, count(*) from review_tags group by 1, 2`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_tags, tag_counts, review_counts');
  }
}
