import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOutbox1763000100000 implements MigrationInterface {
  name = 'CreateOutbox1763000100000';

  async up(runner: QueryRunner): Promise<void> {
    // Pending events only. Rows live for milliseconds, so the defaults of autovacuum would let it swell.
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
    // Daily partitions are made and dropped by the relay.
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
