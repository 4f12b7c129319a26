import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the OAuth authorization server: its clients, its codes and tokens, the keys of connected apps, and which apps an
 * account allows.
 */
export class AddOauth1767500000000 implements MigrationInterface {
  readonly name = 'AddOauth1767500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_clients (
        id text primary key,
        registered text not null,
        metadata jsonb not null,
        secret_enc bytea,
        created_on timestamptz not null default now(),
        granted_on timestamptz,
        expires_on timestamptz,
        constraint oauth_clients_registered_check check (registered in ('dynamic', 'document', 'operator'))
      )`);
    await runner.query('create index oauth_clients_expires_on_idx on oauth_clients (expires_on)');
    await runner.query(`
      create index oauth_clients_unused_idx on oauth_clients (registered, created_on) where granted_on is null`);
    await runner.query(`
      create table oauth_records (
        id bytea primary key,
        model text not null,
        grant_id text,
        payload jsonb not null,
        consumed_on timestamptz,
        created_on timestamptz not null default now(),
        expires_on timestamptz not null
      )`);
    await runner.query(
      'create index oauth_records_grant_id_idx on oauth_records (grant_id) where grant_id is not null',
    );
    await runner.query('create index oauth_records_expires_on_idx on oauth_records (expires_on)');
    await runner.query(`
      alter table keys
        add oauth_grant_id text,
        add oauth_client_id text,
        add oauth_registered text,
        add oauth_host text,
        add constraint keys_oauth_check check (
          num_nonnulls(oauth_grant_id, oauth_client_id, oauth_registered, oauth_host) in (0, 4))`);
    await runner.query(`
      alter table accounts
        add oauth_policy text not null default 'all',
        add oauth_allowed_apps text[] not null default '{}',
        add constraint accounts_oauth_policy_check check (oauth_policy in ('all', 'listed', 'off'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table accounts
        drop constraint accounts_oauth_policy_check, drop column oauth_policy, drop column oauth_allowed_apps`);
    await runner.query('delete from keys where oauth_grant_id is not null');
    await runner.query(`
      alter table keys
        drop constraint keys_oauth_check,
        drop column oauth_grant_id, drop column oauth_client_id, drop column oauth_registered, drop column oauth_host`);
    await runner.query('drop table oauth_records');
    await runner.query('drop table oauth_clients');
  }
}
