import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the state of the nightly count, and the index by which it pages through the sub accounts. */
export class CountChannels1763900300000 implements MigrationInterface {
  readonly name = 'CountChannels1763900300000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One row. The first run is due at a random time of the next night, see NightlyCount in libs/events.
    await runner.query(`
      create table if not exists count_runs (
        id smallint primary key default 1,
        due_at timestamptz not null,
        after_id bigint not null default 0,
        constraint count_runs_one_row_check check (id = 1)
      )`);
    await runner.query(`
      insert into count_runs (due_at)
      values (date_trunc('day', now(), 'UTC') + interval '25 hours' + random() * interval '3 hours')
      on conflict do nothing`);
    await buildIndex(runner, 'channel_copies_sub_account_idx on channel_copies (sub_account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index channel_copies_sub_account_idx');
    await runner.query('drop table count_runs');
  }
}
