import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the last state of deleted channels for snapshots. That of channels which were deleted before is not known, and a replica of
 * the old release stores none, so both columns may be null.
 */
export class KeepLastStates1765700000000 implements MigrationInterface {
  readonly name = 'KeepLastStates1765700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table deleted_channels add column version bigint, add column last_state jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table deleted_channels drop column last_state, drop column version');
  }
}
