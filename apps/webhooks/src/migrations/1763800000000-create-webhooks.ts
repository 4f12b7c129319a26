import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhooks1763800000000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await createWebhooks(runner);
    await createDeliveries(runner);
    await createLanes(runner);
    await createAttempts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attempts, health, lanes, deliveries, events, webhooks');
  }
}

async function createWebhooks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table webhooks (
      id bigint generated always as identity primary key,
      account_id bigint not null,
      owner_sub_account_id bigint,
      url text not null,
      events text[] not null,
      sub_account_ids bigint[] not null,
      channel_ids bigint[] not null,
      min_rating double precision,
      max_rating double precision,
      skip_backfill boolean not null,
      active boolean not null,
      format text not null constraint webhooks_format_check check (format in ('standard', 'legacy')),
      description text,
      secret_enc bytea not null,
      secret_hint text not null,
      prev_secret_enc bytea,
      prev_secret_until timestamptz,
      paused_on timestamptz,
      disabled_reason text,
      test_calls smallint not null,
      tested_since timestamptz,
      created_on timestamptz not null,
      updated_on timestamptz not null,
      deleted_on timestamptz
    )`);
  await runner.query(`
    create unique index webhooks_owner_url_key on webhooks (account_id, coalesce(owner_sub_account_id, 0), url)
    where deleted_on is null`);
  await runner.query('create index webhooks_account_idx on webhooks (account_id) where deleted_on is null');
}

async function createDeliveries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table events (
      id bigint generated always as identity primary key,
      evt_id text not null,
      account_id bigint not null,
      sub_account_id bigint not null,
      event text not null,
      occurred_on timestamptz not null,
      body bytea not null,
      created_on timestamptz not null
    )`);
  await runner.query('create unique index events_evt_id_key on events (evt_id)');
  await runner.query('create index events_created_idx on events using brin (created_on)');
  // No foreign keys on the hot tables: each would lock a shared row per delivery.
  await runner.query(`
    create table deliveries (
      id bigint generated always as identity primary key,
      public_id text not null,
      webhook_id bigint not null,
      event_id bigint not null,
      state smallint not null,
      trigger smallint not null,
      attempts smallint not null,
      next_attempt_at timestamptz not null,
      lease_until timestamptz,
      lease_id uuid,
      lease_expiries smallint not null,
      last_status integer,
      last_error text,
      created_on timestamptz not null,
      finished_on timestamptz
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`);
  await runner.query('create unique index deliveries_public_id_key on deliveries (public_id)');
  await runner.query(
    'create unique index deliveries_event_key on deliveries (webhook_id, event_id) where trigger = 0',
  );
  await runner.query(
    'create index deliveries_lane_idx on deliveries (webhook_id, next_attempt_at, id) where state = 0',
  );
  await runner.query('create index deliveries_leased_idx on deliveries (webhook_id) where state = 1');
  await runner.query('create index deliveries_lease_expiry_idx on deliveries (lease_until) where state = 1');
  await runner.query('create index deliveries_finished_idx on deliveries (finished_on) where state >= 2');
}

async function createLanes(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table lanes (
      webhook_id bigint primary key,
      next_due_at timestamptz not null,
      served_at timestamptz,
      paused boolean not null,
      slow boolean not null,
      limit_now smallint not null,
      success_streak integer not null,
      failure_streak integer not null,
      failing_since timestamptz,
      recent integer not null,
      recent_count smallint not null,
      typical_ms integer not null,
      breaker_open boolean not null,
      breaker_opens smallint not null,
      blocked_until timestamptz not null
    ) with (fillfactor = 50)`);
  await runner.query('create index lanes_due_idx on lanes (next_due_at) where not paused');
  await runner.query(`
    create table health (
      webhook_id bigint primary key,
      consecutive_failures integer not null,
      failing_since timestamptz,
      last_success_on timestamptz,
      last_failure_on timestamptz,
      last_status integer,
      last_error text,
      written_at timestamptz not null
    )`);
}

async function createAttempts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table attempts (
      id bigint generated always as identity primary key,
      webhook_id bigint not null,
      delivery_id bigint,
      delivery_public_id text not null,
      evt_id text not null,
      event text not null,
      n smallint not null,
      trigger smallint not null,
      test boolean not null,
      ok boolean not null,
      status_code integer,
      error_code text,
      error text not null,
      started_on timestamptz not null,
      duration_ms integer not null,
      timings jsonb,
      url text not null,
      response_headers jsonb,
      response_body text,
      response_encoding text,
      truncated boolean not null
    )`);
  await runner.query('create index attempts_webhook_idx on attempts (webhook_id, id desc)');
  await runner.query('create index attempts_delivery_idx on attempts (delivery_id, n)');
  await runner.query('create index attempts_started_idx on attempts using brin (started_on)');
}
