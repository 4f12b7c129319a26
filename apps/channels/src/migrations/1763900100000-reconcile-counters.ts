import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prepares the correction of `collected_reviews`, and the nightly count of channels for other services. */
export class ReconcileCounters1763900100000 implements MigrationInterface {
  readonly name = 'ReconcileCounters1763900100000';

  async up(runner: QueryRunner): Promise<void> {
    // The default holds for existing channels too: nothing is known about the times of events that they have counted.
    await runner.query(`
      alter table channels
        add column counted_until timestamptz not null default now(),
        add column reconciled_as_of timestamptz`);
    await runner.query(`
      create table channel_owners (
        sub_account_id bigint primary key,
        account_id bigint not null
      )`);
    await runner.query(`
      insert into channel_owners (sub_account_id, account_id)
      select distinct sub_account_id, account_id from channels`);
    // One row. The first run is due at a random time of the next night, see NightlyCount in libs/events.
    await runner.query(`
      create table count_runs (
        id smallint primary key default 1,
        due_at timestamptz not null,
        after_id bigint not null default 0,
        constraint count_runs_one_row_check check (id = 1)
      )`);
    await runner.query(`
      insert into count_runs (due_at)
      values (date_trunc('day', now(), 'UTC') + interval '25 hours' + random() * interval '3 hours')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table count_runs');
    await runner.query('drop table channel_owners');
    await runner.query('alter table channels drop column counted_until, drop column reconciled_as_of');
  }
}
