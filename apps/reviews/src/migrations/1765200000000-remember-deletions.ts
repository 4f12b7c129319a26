import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the list of deleted reviews, and the work that is left after a tag or source was renamed, merged or deleted. */
export class RememberDeletions1765200000000 implements MigrationInterface {
  readonly name = 'RememberDeletions1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deleted_reviews (
        review_id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        reason text not null,
        deleted_on timestamptz not null default now()
      )`);
    await runner.query(
      'create index deleted_reviews_time_idx on deleted_reviews (sub_account_id, deleted_on, review_id)',
    );
    await runner.query(`
      create table relabellings (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        noun text not null,
        subject_id bigint not null,
        into_id bigint,
        is_rename boolean not null,
        after_posted_on timestamptz(0),
        after_review_id bigint,
        worked_on timestamptz not null default now()
      )`);
    await runner.query('create index relabellings_sub_account_idx on relabellings (sub_account_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table relabellings, deleted_reviews');
  }
}
