import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what account management needs: a version for account events, channel counts, and the audit log. */
export class ManageAccounts1763200000000 implements MigrationInterface {
  readonly name = 'ManageAccounts1763200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table accounts add version integer not null default 1');
    await runner.query('alter table sub_accounts add channels integer not null default 0');

    // No foreign keys, because the log must keep entries about deleted objects.
    await runner.query(`
      create table audit (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        actor_type text not null,
        actor_id bigint,
        actor_name text,
        action text not null,
        target_type text not null,
        target_id bigint,
        before jsonb,
        after jsonb,
        request_id text,
        created_on timestamptz not null default now(),
        constraint audit_actor_type_check check (actor_type in ('key', 'user', 'operator'))
      )`);
    await runner.query('create index audit_account_id_idx on audit (account_id, id)');
    await runner.query(`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'rows of audit are only ever added'; end $$`);
    await runner.query(`
      create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function refuse_audit_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit');
    await runner.query('drop function refuse_audit_change');
    await runner.query('alter table sub_accounts drop column channels');
    await runner.query('alter table accounts drop column version');
  }
}
