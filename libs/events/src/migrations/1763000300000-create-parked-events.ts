import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateParkedEvents1763000300000 implements MigrationInterface {
  name = 'CreateParkedEvents1763000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parked_events (
        id bigint generated always as identity primary key,
        durable text not null,
        state text not null constraint parked_events_state_check check (state in ('failed', 'unknown', 'suspect')),
        kind text not null,
        event_id text not null,
        stream text not null,
        sequence bigint not null,
        subject text not null,
        message_id text not null,
        payload bytea not null,
        reason text not null,
        attempts integer not null,
        crashes integer not null default 0,
        due_at timestamptz not null,
        lease_id uuid,
        lease_until timestamptz,
        created_at timestamptz not null default clock_timestamp()
      )`);
    // A delivery whose acknowledgement was lost parks its event once.
    await runner.query(
      'create unique index parked_events_durable_kind_event on parked_events (durable, kind, event_id)',
    );
    // Workers claim by kind, so that a hundred thousand events of a kind they do not know cost them nothing.
    await runner.query('create index parked_events_kind_due on parked_events (kind, due_at)');
    await runner.query(
      'create index parked_events_lease on parked_events (lease_until) where lease_until is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table parked_events');
  }
}
