import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWidgets1763700300000 implements MigrationInterface {
  readonly name = 'CreateWidgets1763700300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table widgets (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        key text not null,
        type text not null,
        name text not null,
        active boolean not null,
        settings jsonb not null,
        settings_version integer not null,
        rev integer not null default 1,
        created_on timestamptz not null,
        updated_on timestamptz not null,
        last_seen_on timestamptz
      )`);
    await runner.query('create unique index widgets_key_idx on widgets (key)');
    await runner.query('create index widgets_owner_idx on widgets (account_id, sub_account_id, id)');
    // Every change of a review updates a row here. Free space in its page keeps these updates out of the index.
    await runner.query(`
      create table rev (
        account_id bigint not null,
        sub_account_id bigint not null,
        rev bigint not null,
        primary key (account_id, sub_account_id)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table channels (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        label text not null,
        type text not null,
        group_id bigint,
        score double precision,
        rating_scale integer not null,
        reviews bigint,
        version bigint not null,
        deleted boolean not null default false
      )`);
    await runner.query('create table images (hash text primary key, url text not null)');
    await runner.query('create index channels_owner_idx on channels (account_id, sub_account_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table images, channels, rev, widgets');
  }
}
