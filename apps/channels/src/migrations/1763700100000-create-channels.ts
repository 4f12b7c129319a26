import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateChannels1763700100000 implements MigrationInterface {
  readonly name = 'CreateChannels1763700100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table channels (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        version integer not null default 1,
        type text not null,
        profile_key jsonb not null,
        identity text not null,
        name text not null,
        url text,
        score double precision,
        rating_scale integer not null,
        reviews bigint,
        collected_reviews integer not null default 0,
        group_id bigint,
        auto_approve boolean not null default false,
        auto_approve_4_stars boolean not null default false,
        stores text[],
        countries text[],
        credentials bytea,
        status text not null default 'pending',
        error_code text,
        error_msg text,
        consecutive_failures integer not null default 0,
        refreshed_on timestamptz,
        last_checked timestamptz,
        last_success_on timestamptz,
        last_review_on timestamptz,
        meta jsonb,
        created_on timestamptz not null default now(),
        updated_on timestamptz not null default now(),
        constraint channels_profile_key unique (sub_account_id, type, identity),
        constraint channels_status_check check (status in ('pending', 'active', 'error', 'disabled'))
      )`);
    await runner.query('create index channels_account_id_idx on channels (account_id)');

    await runner.query(`
      create table crawls (
        id bigint generated always as identity primary key,
        channel_id bigint not null constraint crawls_channel_id_fkey references channels on delete cascade,
        account_id bigint not null,
        sub_account_id bigint not null,
        platform text not null,
        mode text not null default 'backfill',
        priority smallint not null default 0,
        due_at timestamptz default now(),
        lease_until timestamptz,
        lease_id uuid,
        claimed_at timestamptz,
        run integer not null default 0,
        attempts integer not null default 0,
        checkpoint jsonb,
        pages_done integer not null default 0,
        reviews_seen integer not null default 0,
        started_at timestamptz,
        constraint crawls_channel_id_key unique (channel_id),
        constraint crawls_mode_check check (mode in ('backfill', 'incremental'))
      )`);
    await runner.query('create index crawls_due_at_idx on crawls (platform, due_at)');
    await runner.query('create index crawls_turn_idx on crawls (account_id, platform, claimed_at)');

    await runner.query(`
      create table seen_reviews (
        channel_id bigint not null constraint seen_reviews_channel_id_fkey references channels on delete cascade,
        external_id text not null,
        content_hash text not null,
        posted_on timestamptz not null,
        posted_precision text not null,
        run integer not null,
        primary key (channel_id, external_id)
      )`);

    await runner.query(`
      create table snapshots (
        channel_id bigint not null constraint snapshots_channel_id_fkey references channels on delete cascade,
        day date not null,
        score double precision,
        rating_scale integer not null,
        reviews bigint,
        checked_on timestamptz not null,
        primary key (channel_id, day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table snapshots');
    await runner.query('drop table seen_reviews');
    await runner.query('drop table crawls');
    await runner.query('drop table channels');
  }
}
