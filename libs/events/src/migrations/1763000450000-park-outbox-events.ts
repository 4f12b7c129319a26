import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ParkOutboxEvents1763000450000 implements MigrationInterface {
  name = 'ParkOutboxEvents1763000450000';

  async up(runner: QueryRunner): Promise<void> {
    // Why the stream refused the event. Null unless publishing stopped at this event.
    await runner.query('alter table outbox add column refusal text');
    // The events that an operator took out of the outbox, because they could not be published.
    await runner.query(`
      create table outbox_parked (
        id bigint primary key,
        event_id text not null,
        subject text not null,
        payload text not null,
        traceparent text,
        created_at timestamptz not null,
        refusal text,
        parked_at timestamptz not null default clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `insert into outbox (event_id, subject, payload, traceparent, created_at)
       select event_id, subject, payload, traceparent, created_at from outbox_parked order by id`,
    );
    await runner.query('drop table outbox_parked');
    await runner.query('alter table outbox drop column refusal');
  }
}
