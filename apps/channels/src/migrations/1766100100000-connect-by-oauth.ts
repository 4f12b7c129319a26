import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores connections that are made by signing in, and which worker renews the access token of a channel. */
export class ConnectByOAuth1766100100000 implements MigrationInterface {
  readonly name = 'ConnectByOAuth1766100100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_connections (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        limits jsonb not null,
        type text not null,
        subdomain text,
        reconnects bigint,
        status text not null default 'waiting',
        state_hash bytea constraint oauth_connections_state_hash_key unique,
        choice_hash bytea constraint oauth_connections_choice_hash_key unique,
        access bytea,
        channel_id bigint,
        error_msg text,
        expires_on timestamptz not null,
        created_on timestamptz not null default now(),
        constraint oauth_connections_status_check check (status in ('waiting', 'choosing', 'connected', 'failed'))
      )`);
    await runner.query('create index oauth_connections_owner_idx on oauth_connections (sub_account_id)');
    await runner.query('create index oauth_connections_expires_on_idx on oauth_connections (expires_on)');
    await runner.query(`
      create table token_leases (
        channel_id bigint primary key
          constraint token_leases_channel_id_fkey references channels on delete cascade,
        lease_id uuid not null,
        lease_until timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table token_leases');
    await runner.query('drop table oauth_connections');
  }
}
