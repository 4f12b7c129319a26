import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the trace of each event. Retries are sent hours later, by any replica, and continue it. */
export class TraceDeliveries1764200000000 implements MigrationInterface {
  readonly name = 'TraceDeliveries1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table events add column traceparent text, add column tracestate text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table events drop column traceparent, drop column tracestate');
  }
}
