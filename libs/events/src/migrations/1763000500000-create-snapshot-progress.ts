import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The snapshots that have begun and not ended. A row is deleted when its snapshot is complete. */
export class CreateSnapshotProgress1763000500000 implements MigrationInterface {
  name = 'CreateSnapshotProgress1763000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table snapshot_progress (
        durable text primary key,
        cursor bigint not null default 0,
        begun_at timestamptz not null default clock_timestamp(),
        sent bigint not null default 0
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table snapshot_progress');
  }
}
