import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccountsAndKeys1763100000000 implements MigrationInterface {
  readonly name = 'CreateAccountsAndKeys1763100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table accounts (
        id bigint generated always as identity primary key,
        plan text not null,
        limits jsonb,
        company_name text not null,
        website text,
        vanity_url text,
        api_enabled boolean not null default true,
        video boolean not null default true,
        invite boolean not null default true,
        created_on timestamptz not null default now(),
        updated_on timestamptz not null default now(),
        constraint accounts_plan_check check (plan in ('trial', 'starter', 'growth', 'agency', 'enterprise'))
      )`);
    await runner.query('create unique index accounts_vanity_url_key on accounts (lower(vanity_url))');

    await runner.query(`
      create table sub_accounts (
        id bigint generated always as identity primary key,
        account_id bigint not null constraint sub_accounts_account_id_fkey references accounts,
        name text not null,
        main boolean not null default false,
        vanity text,
        properties integer,
        image text,
        created_on timestamptz not null default now(),
        updated_on timestamptz not null default now(),
        deleted_at timestamptz
      )`);
    await runner.query('create index sub_accounts_account_id_idx on sub_accounts (account_id)');
    await runner.query('create unique index sub_accounts_main_key on sub_accounts (account_id) where main');

    await runner.query(`
      create table users (
        id bigint generated always as identity primary key,
        account_id bigint not null constraint users_account_id_fkey references accounts,
        email text not null,
        name text,
        password_hash text not null,
        role text not null,
        sub_accounts bigint[] not null default '{}',
        created_on timestamptz not null default now(),
        updated_on timestamptz not null default now(),
        constraint users_role_check check (role in ('admin', 'editor', 'user'))
      )`);
    await runner.query('create unique index users_email_key on users (lower(email))');
    await runner.query('create index users_account_id_idx on users (account_id)');

    await runner.query(`
      create table keys (
        id bigint generated always as identity primary key,
        account_id bigint not null constraint keys_account_id_fkey references accounts,
        sub_account_id bigint not null constraint keys_sub_account_id_fkey references sub_accounts,
        name text not null,
        prefix text not null,
        hash bytea not null,
        role text not null,
        account_management boolean not null default false,
        scopes text[] not null default '{}',
        expires_on timestamptz,
        last_used_on timestamptz,
        created_on timestamptz not null default now(),
        deleted_at timestamptz,
        constraint keys_hash_key unique (hash),
        constraint keys_role_check check (role in ('admin', 'editor', 'user'))
      )`);
    await runner.query('create index keys_prefix_idx on keys (prefix)');
    await runner.query('create index keys_account_id_idx on keys (account_id)');
    await runner.query('create index keys_sub_account_id_idx on keys (sub_account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table keys');
    await runner.query('drop table users');
    await runner.query('drop table sub_accounts');
    await runner.query('drop table accounts');
  }
}
