import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the saved views of an inbox. */
export class SaveReviewViews1766830000000 implements MigrationInterface {
  readonly name = 'SaveReviewViews1766830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table review_views (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        filters jsonb not null,
        position integer not null
      )`);
    await runner.query('create index review_views_owner_idx on review_views (sub_account_id, position, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_views');
  }
}
