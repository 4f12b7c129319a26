import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how many reviews of a crawl in progress were new or had changed, which `channel.crawled` announces at its end. */
export class CountNewReviews1766710000000 implements MigrationInterface {
  readonly name = 'CountNewReviews1766710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table crawls add column reviews_new integer not null default 0, add column reviews_changed integer not null default 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crawls drop column reviews_new, drop column reviews_changed');
  }
}
