import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the client's address and user agent to the audit log, lets a purge delete old rows, and creates the tables of
 * changes in progress and of counted refusals.
 */
export class ExtendAudit1763500201000 implements MigrationInterface {
  readonly name = 'ExtendAudit1763500201000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit add address text, add agent text');
    // The setting keeps a mistake elsewhere in the gateway from deleting rows. Only the purge sets it.
    await runner.query(`
      create or replace function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('plaudit.purge_audit', true) = 'on' then return null; end if;
        raise exception 'rows of audit are only ever added';
      end $$`);
    await runner.query(`
      create table changes_in_progress (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        key_id bigint not null,
        action text not null,
        target_type text not null,
        target_id bigint,
        after jsonb not null,
        request_id text,
        address text,
        agent text,
        created_on timestamptz not null default now()
      )`);
    await runner.query('create index changes_in_progress_created_on_idx on changes_in_progress (created_on)');
    await runner.query(`
      create table refusal_counts (
        subject_type text not null,
        subject_id bigint not null,
        action text not null,
        hour timestamptz not null,
        account_id bigint not null,
        refused integer not null,
        primary key (subject_type, subject_id, action, hour),
        constraint refusal_counts_subject_type_check check (subject_type in ('key', 'user'))
      )`);
    await runner.query('create index refusal_counts_hour_idx on refusal_counts (hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table changes_in_progress, refusal_counts');
    await runner.query('alter table audit drop column address, drop column agent');
    await runner.query(`
      create or replace function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'rows of audit are only ever added'; end $$`);
  }
}
