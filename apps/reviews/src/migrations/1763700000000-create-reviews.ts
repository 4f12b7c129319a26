import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReviews1763700000000 implements MigrationInterface {
  readonly name = 'CreateReviews1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sources (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        created_on timestamptz not null default now()
      )`);
    await runner.query('create unique index sources_name_idx on sources (sub_account_id, lower(name))');
    await runner.query(`
      create table tags (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null
      )`);
    await runner.query('create unique index tags_name_idx on tags (sub_account_id, lower(name))');
    await runner.query(`
      create table channel_copies (
        channel_id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        version integer not null,
        deleted_on timestamptz,
        cleanup_pending boolean not null default false,
        keep_reviews boolean not null default false
      )`);
    await runner.query(`
      create table tombstones (
        channel_id bigint not null,
        external_id text not null,
        deleted_on timestamptz not null default now(),
        primary key (channel_id, external_id)
      )`);
    await this.createReviews(runner);
  }

  private async createReviews(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reviews (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        version integer not null default 1,
        channel_id bigint,
        source_id bigint,
        external_id text,
        platform text not null,
        label text not null,
        origin text not null,
        backfill boolean not null default false,
        status smallint not null default 0,
        text text not null,
        from_name text not null,
        from_image text,
        from_url text,
        from_email text,
        post_url text,
        rating_value numeric(6,2),
        rating_scale smallint not null default 5,
        rating double precision,
        star smallint,
        posted_on timestamptz(0) not null,
        language text,
        additional jsonb,
        media jsonb not null default '[]',
        reply jsonb,
        verified boolean not null default false,
        tag_ids bigint[] not null default '{}',
        fingerprint bytea not null,
        content_hash text,
        edited_fields text[] not null default '{}',
        removed_on timestamptz(0),
        created_on timestamptz not null default now(),
        updated_on timestamptz not null default now(),
        constraint reviews_status_check check (status between 0 and 2),
        constraint reviews_rating_check check (rating_value is null or (rating_value >= 0 and rating_value <= rating_scale))
      )`);
    const indexes = [
      'reviews_newest_idx on reviews (sub_account_id, posted_on desc, id desc)',
      'reviews_status_newest_idx on reviews (sub_account_id, status, posted_on desc, id desc)',
      'reviews_channel_newest_idx on reviews (channel_id, posted_on desc, id desc) where channel_id is not null',
      'reviews_fingerprint_idx on reviews (sub_account_id, fingerprint)',
      'reviews_tags_idx on reviews using gin (sub_account_id, tag_ids)',
      'reviews_text_idx on reviews using gin (sub_account_id, text gin_trgm_ops)',
      'reviews_from_name_idx on reviews using gin (sub_account_id, from_name gin_trgm_ops)',
    ];
    for (const index of indexes) await runner.query(`create index ${index}`);
    await runner.query(
      'create unique index reviews_channel_external_idx on reviews (channel_id, external_id) where channel_id is not null',
    );
    await runner.query(
      'create unique index reviews_source_external_idx on reviews (source_id, external_id) where source_id is not null and external_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reviews, tombstones, channel_copies, tags, sources');
  }
}
