import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the setup link of a new installation, the links for a new password and their mails, and the language and time zone
 * of users.
 */
export class AddOneTimeLinks1767400000000 implements MigrationInterface {
  readonly name = 'AddOneTimeLinks1767400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add language text, add time_zone text');
    await runner.query(`
      create table setup_links (
        hash bytea primary key,
        user_id bigint not null constraint setup_links_user_id_fkey references users (id) on delete cascade,
        key_id bigint not null,
        expires_on timestamptz not null,
        used_on timestamptz
      )`);
    await runner.query(`
      create table password_resets (
        user_id bigint primary key constraint password_resets_user_id_fkey references users (id) on delete cascade,
        hash bytea not null constraint password_resets_hash_key unique,
        expires_on timestamptz not null
      )`);
    await runner.query('create index password_resets_expires_on_idx on password_resets (expires_on)');
    await runner.query(`
      create table reset_mails (
        id bigint generated always as identity primary key,
        user_id bigint not null constraint reset_mails_user_id_fkey references users (id) on delete cascade,
        white_label boolean not null,
        occurred_on timestamptz not null default now(),
        attempts smallint not null default 0,
        due_at timestamptz not null default now(),
        lease_until timestamptz,
        lease_id uuid
      )`);
    await runner.query('create unique index reset_mails_user_key on reset_mails (user_id)');
    await runner.query('create index reset_mails_due_idx on reset_mails (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reset_mails');
    await runner.query('drop table password_resets');
    await runner.query('drop table setup_links');
    await runner.query('alter table users drop column language, drop column time_zone');
  }
}
