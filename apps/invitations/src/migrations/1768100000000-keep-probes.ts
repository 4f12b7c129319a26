import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which message tries whether a stop can end. */
export class KeepProbes1768100000000 implements MigrationInterface {
  readonly name = 'KeepProbes1768100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sending_stops add column probe bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sending_stops drop column probe');
  }
}
