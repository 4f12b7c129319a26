import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAi1765900000000 implements MigrationInterface {
  readonly name = 'CreateAi1765900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table channels (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        version bigint not null,
        deleted boolean not null default false,
        applied_on timestamptz not null default now()
      )`);
    await runner.query('create index channels_deleted_idx on channels (applied_on) where deleted');
    await runner.query(`
      create table reviews (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        channel_id bigint not null,
        rating_value numeric,
        rating_scale integer not null,
        star smallint,
        text text not null,
        readable boolean not null,
        language text,
        posted_on timestamptz not null,
        version bigint not null,
        deleted boolean not null default false,
        applied_on timestamptz not null default now()
      )`);
    await runner.query(
      'create index reviews_readable_idx on reviews (channel_id, id) where readable and not deleted',
    );
    await runner.query(
      'create index reviews_newest_idx on reviews (channel_id, posted_on, id) where readable and not deleted',
    );
    await runner.query(
      'create index reviews_rated_idx on reviews (channel_id, star) where star is not null and not deleted',
    );
    await runner.query('create index reviews_deleted_idx on reviews (applied_on) where deleted');
    await runner.query(`
      create table summaries (
        channel_id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        language text not null default 'auto',
        length integer not null default 80,
        cooldown_until timestamptz,
        summary text,
        written_in text,
        evidence jsonb,
        model text,
        config_key text,
        fallback boolean not null default false,
        based_on_reviews integer,
        last_review_id bigint,
        used_ids bigint[],
        generated_on timestamptz
      )`);
    await runner.query(`
      create table insights (
        channel_id bigint not null,
        language text not null,
        account_id bigint not null,
        sub_account_id bigint not null,
        strengths jsonb not null,
        improvements jsonb not null,
        model text not null,
        config_key text not null,
        fallback boolean not null default false,
        last_review_id bigint not null,
        used_ids bigint[] not null,
        generated_on timestamptz not null,
        primary key (channel_id, language)
      )`);
    await this.createLimits(runner);
    await this.createTranslations(runner);
  }

  private async createLimits(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table generation_days (
        account_id bigint not null,
        day date not null,
        used integer not null,
        primary key (account_id, day)
      )`);
    await runner.query(`
      create table generation_locks (
        key text primary key,
        lease_id uuid not null,
        lease_until timestamptz not null
      )`);
    await runner.query(`
      create table remembered_answers (
        key bytea primary key,
        account_id bigint not null,
        review_ids bigint[] not null,
        answer text not null,
        created_on timestamptz not null default now()
      )`);
    await runner.query(
      'create index remembered_answers_review_ids_idx on remembered_answers using gin (review_ids)',
    );
    await runner.query('create index remembered_answers_created_on_idx on remembered_answers (created_on)');
    await runner.query(`
      create table refreshes (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        daily_cap integer not null,
        attempts integer not null default 0,
        due_at timestamptz not null,
        lease_until timestamptz,
        lease_id uuid
      )`);
    await runner.query('create index refreshes_due_idx on refreshes (due_at)');
    await runner.query(`
      create table provider_settings (
        account_id bigint primary key,
        ai_provider text,
        ai_base_url text,
        ai_model text,
        ai_key_enc bytea,
        translate_provider text,
        translate_base_url text,
        translate_region text,
        translate_key_enc bytea,
        translate_monthly_chars integer,
        updated_on timestamptz not null default now()
      )`);
  }

  private async createTranslations(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table translations (
        account_id bigint not null,
        key bytea not null,
        text_hash bytea not null,
        translation text not null,
        expires_on timestamptz not null,
        primary key (account_id, key)
      )`);
    await runner.query('create index translations_text_hash_idx on translations (account_id, text_hash)');
    await runner.query('create index translations_expires_on_idx on translations (expires_on)');
    await runner.query(`
      create table forgotten_texts (
        account_id bigint not null,
        text_hash bytea not null,
        forgotten_on timestamptz not null default now(),
        primary key (account_id, text_hash)
      )`);
    await runner.query('create index forgotten_texts_forgotten_on_idx on forgotten_texts (forgotten_on)');
    await runner.query(`
      create table translation_months (
        account_id bigint not null,
        month date not null,
        characters bigint not null,
        primary key (account_id, month)
      )`);
    await runner.query(`
      create table translator_pauses (
        account_id bigint not null,
        translator text not null,
        paused_until timestamptz not null,
        primary key (account_id, translator)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table channels, reviews, summaries, insights, generation_days, generation_locks, remembered_answers, refreshes,
        provider_settings, translations, forgotten_texts, translation_months, translator_pauses`);
  }
}
