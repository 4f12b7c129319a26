import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOutbox1763000100000 implements MigrationInterface {
  name = 'CreateOutbox1763000100000';

  async up(runner: QueryRunner): Promise<void> {
    // The table holds pending events only. Rows live for milliseconds, so with the defaults of autovacuum it would
    // bloat.
    await runner.query(`
      create table outbox (
        id bigint generated always as identity primary key,
        event_id text not null,
        subject text not null,
        payload text not null,
        traceparent text,
        created_at timestamptz not null default clock_timestamp()
      ) with (
        autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 2000,
        autovacuum_vacuum_cost_delay = 0
      )`);
    // The relay creates and drops the daily partitions.
    await runner.query(`
      create table outbox_sent (
        id bigint not null,
        event_id text not null,
        subject text not null,
        payload text not null,
        traceparent text,
        created_at timestamptz not null,
        published_at timestamptz not null default clock_timestamp()
      ) partition by range (published_at)`);
    await runner.query('create index outbox_sent_id on outbox_sent (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox_sent');
    await runner.query('drop table outbox');
  }
}
