import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInvitations1765800000000 implements MigrationInterface {
  readonly name = 'CreateInvitations1765800000000';

  async up(runner: QueryRunner): Promise<void> {
    await createProfiles(runner);
    await createRequests(runner);
    await indexRequests(runner);
    await createQueue(runner);
    await createLogs(runner);
    await createCopies(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table businesses, channel_copies, hits, activity, day_sends, month_sends, lanes, suppressions, requests,
         settings_profiles`,
    );
  }
}

async function createProfiles(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table settings_profiles (
      id bigint generated always as identity primary key,
      account_id bigint not null,
      sub_account_id bigint not null,
      name text not null,
      is_default boolean not null default false,
      settings jsonb not null default '{}',
      created_on timestamptz not null default now(),
      updated_on timestamptz not null default now(),
      deleted_on timestamptz
    )`);
  await runner.query(`
    create unique index settings_profiles_name_key on settings_profiles (sub_account_id, lower(name))
    where deleted_on is null`);
  await runner.query(`
    create unique index settings_profiles_default_key on settings_profiles (sub_account_id)
    where is_default and deleted_on is null`);
  await runner.query('create index settings_profiles_owner_idx on settings_profiles (sub_account_id, id)');
}

/** No foreign key to the profiles: each new request would lock a shared row. */
async function createRequests(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table requests (
      id bigint generated always as identity primary key,
      account_id bigint not null,
      sub_account_id bigint not null,
      version integer not null default 1,
      queued boolean not null default true,
      settings_id bigint not null,
      parent_id bigint,
      step smallint not null default 0,
      type text not null constraint requests_type_check check (type in ('email', 'sms')),
      status text not null constraint requests_status_check check (
        status in ('pending', 'sending', 'sent', 'reviewed', 'unsubscribed', 'failed', 'cancelled', 'skipped')),
      name text,
      author_key text,
      recipient text not null,
      recipient_key bytea not null,
      schedule timestamptz not null,
      send_at timestamptz,
      due_at timestamptz,
      step_delay integer,
      data jsonb not null default '{}',
      channels jsonb,
      reference text,
      timezone text,
      ignore_cooldown boolean not null default false,
      attempts smallint not null default 0,
      skip_reason text,
      error_code text,
      error_msg text,
      delivery text,
      message_id text,
      provider text,
      provider_id text,
      segments smallint,
      rendered jsonb,
      lease_id uuid,
      lease_until timestamptz,
      prepared_at timestamptz,
      started_at timestamptz,
      open_count integer not null default 0,
      click_count integer not null default 0,
      review_id bigint,
      created_on timestamptz not null default now(),
      updated_on timestamptz not null default now(),
      sent_on timestamptz,
      opened_on timestamptz,
      clicked_on timestamptz,
      reviewed_on timestamptz,
      unsubscribed_on timestamptz,
      failed_on timestamptz,
      cancelled_on timestamptz,
      deleted_on timestamptz,
      constraint requests_step_check check ((step = 0) = (parent_id is null))
    )`);
}

async function indexRequests(runner: QueryRunner): Promise<void> {
  const indexes = [
    'index requests_list_idx on requests (sub_account_id, id) include (status, type, settings_id) where deleted_on is null',
    `index requests_due_idx on requests (sub_account_id, type, due_at, id) where due_at is not null`,
    `index requests_lease_idx on requests (lease_until) where lease_until is not null`,
    'index requests_recipient_idx on requests (sub_account_id, type, recipient_key, id)',
    'index requests_parent_idx on requests (parent_id, step) where parent_id is not null',
    `unique index requests_reference_key on requests (sub_account_id, reference)
     where reference is not null and deleted_on is null`,
    'index requests_message_idx on requests (message_id) where message_id is not null',
    'index requests_provider_idx on requests (provider, provider_id) where provider_id is not null',
    'index requests_person_idx on requests (recipient_key, sent_on) where sent_on is not null',
    'index requests_author_idx on requests (sub_account_id, author_key, sent_on) where author_key is not null',
    `index requests_unsent_idx on requests (account_id)
     where step = 0 and status in ('pending', 'sending') and deleted_on is null`,
    `index requests_settings_idx on requests (settings_id) where status = 'pending'`,
  ];
  for (const index of indexes) await runner.query(`create ${index}`);
}

async function createQueue(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table lanes (
      sub_account_id bigint not null,
      type text not null constraint lanes_type_check check (type in ('email', 'sms')),
      account_id bigint not null,
      next_due_at timestamptz not null,
      primary key (sub_account_id, type)
    )`);
  await runner.query('create index lanes_due_idx on lanes (type, next_due_at)');
  await runner.query(`
    create table month_sends (
      account_id bigint not null,
      month date not null,
      sent integer not null,
      primary key (account_id, month)
    )`);
  await runner.query(`
    create table day_sends (
      sub_account_id bigint not null,
      day date not null,
      sent integer not null,
      primary key (sub_account_id, day)
    )`);
}

async function createLogs(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table activity (
      id bigint generated always as identity primary key,
      request_id bigint not null,
      type text not null,
      source text not null,
      status text not null,
      detail jsonb,
      created_at timestamptz not null default now()
    )`);
  await runner.query('create index activity_request_idx on activity (request_id, id)');
  await runner.query(`
    create table hits (
      id bigint generated always as identity primary key,
      request_id bigint not null,
      kind text not null,
      link smallint not null default 0,
      happened_at timestamptz not null default now(),
      network text,
      user_agent text,
      verdict text
    )`);
  await runner.query('create index hits_undecided_idx on hits (happened_at) where verdict is null');
  await runner.query('create index hits_request_idx on hits (request_id, happened_at)');
  await runner.query(`
    create table suppressions (
      id bigint generated always as identity primary key,
      account_id bigint not null,
      sub_account_id bigint not null,
      type text not null constraint suppressions_type_check check (type in ('email', 'sms')),
      recipient_key bytea not null,
      recipient text,
      reason text not null,
      source_request_id bigint,
      created_on timestamptz not null default now()
    )`);
  await runner.query(
    'create unique index suppressions_person_key on suppressions (sub_account_id, type, recipient_key)',
  );
  await runner.query('create index suppressions_list_idx on suppressions (sub_account_id, id)');
}

async function createCopies(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table channel_copies (
      id bigint primary key,
      account_id bigint not null,
      sub_account_id bigint not null,
      type text not null,
      label text not null,
      name text not null,
      url text,
      version bigint not null,
      deleted boolean not null default false,
      applied_on timestamptz not null default now()
    )`);
  await runner.query('create index channel_copies_owner_idx on channel_copies (sub_account_id, id)');
  await runner.query(`
    create table businesses (
      sub_account_id bigint primary key,
      account_id bigint not null,
      name text not null,
      main boolean not null,
      company_name text not null,
      website text,
      domain text,
      invite boolean not null default true,
      invites_month integer not null default -1,
      version bigint not null,
      name_version bigint not null default 0,
      deleted boolean not null default false,
      applied_on timestamptz not null default now()
    )`);
  await runner.query('create index businesses_account_idx on businesses (account_id)');
}
