import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReports1765600000000 implements MigrationInterface {
  readonly name = 'CreateReports1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    // Every event of a sub account updates its row. Free space in the page keeps these updates out of the index.
    await runner.query(`
      create table sub_accounts (
        sub_account_id bigint primary key,
        account_id bigint not null,
        timezone text,
        counted_timezone text not null,
        rev bigint not null default 1,
        recount_due_at timestamptz,
        confirmed boolean not null default true,
        closed_on timestamptz
      ) with (fillfactor = 50)`);
    await runner.query('create index sub_accounts_account_idx on sub_accounts (account_id)');
    await runner.query(`
      create table channels (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        type text not null,
        type_id integer not null,
        label text not null,
        logo text,
        name text not null,
        score double precision,
        rating_scale integer not null,
        reviews bigint,
        group_id bigint,
        version bigint not null,
        deleted boolean not null default false,
        applied_on timestamptz not null default now()
      )`);
    await runner.query('create index channels_owner_idx on channels (account_id, sub_account_id, id)');
    await runner.query(`
      create table reviews (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        channel_id bigint not null,
        type text not null,
        label text not null,
        rating_value numeric,
        rating_scale integer not null,
        star smallint,
        posted_on timestamptz not null,
        tag_ids bigint[] not null default '{}',
        replied boolean not null,
        reply_seconds bigint,
        version bigint not null,
        deleted boolean not null default false,
        applied_on timestamptz not null default now()
      )`);
    await runner.query('create index reviews_owner_idx on reviews (account_id, sub_account_id, posted_on)');
    await runner.query(`
      create index reviews_replies_idx on reviews (account_id, sub_account_id, posted_on)
        include (channel_id, type, label, reply_seconds) where reply_seconds is not null and not deleted`);
    await runner.query('create index reviews_deleted_idx on reviews (applied_on) where deleted');
    await this.createDays(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table rating_days, tag_days, tags, review_days, reviews, channels, sub_accounts',
    );
  }

  /** Free space in the pages keeps the updates of counts out of the indexes. */
  private async createDays(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table review_days (
        account_id bigint not null,
        sub_account_id bigint not null,
        channel_id bigint not null,
        day date not null,
        type text not null,
        label text not null,
        rating_scale integer not null,
        reviews integer not null,
        star_1 integer not null,
        star_2 integer not null,
        star_3 integer not null,
        star_4 integer not null,
        star_5 integer not null,
        rating_sum numeric not null,
        replied integer not null,
        changed_on timestamptz not null default now(),
        primary key (account_id, sub_account_id, channel_id, day, type, label, rating_scale)
      ) with (fillfactor = 70)`);
    await runner.query('create index review_days_day_idx on review_days (account_id, sub_account_id, day)');
    await runner.query(`
      create table tags (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        named_on timestamptz not null
      )`);
    await runner.query(`
      create table tag_days (
        account_id bigint not null,
        sub_account_id bigint not null,
        tag_id bigint not null,
        day date not null,
        channel_id bigint not null,
        type text not null,
        rating_scale integer not null,
        reviews integer not null,
        rated integer not null,
        rating_sum numeric not null,
        primary key (account_id, sub_account_id, tag_id, day, channel_id, type, rating_scale)
      ) with (fillfactor = 70)`);
    await runner.query(`
      create table rating_days (
        channel_id bigint not null,
        day date not null,
        account_id bigint not null,
        sub_account_id bigint not null,
        score double precision,
        rating_scale integer not null,
        reviews bigint,
        checked_on timestamptz not null,
        applied_on timestamptz not null default now(),
        primary key (channel_id, day)
      )`);
    await runner.query('create index rating_days_owner_idx on rating_days (account_id, sub_account_id, day)');
  }
}
