import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores what was decided about a fuse and how many people it concerned, so that a repeated decision has the same response. */
export class KeepDecisions1768100000001 implements MigrationInterface {
  readonly name = 'KeepDecisions1768100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table bounce_fuses
      add column undo boolean not null default false,
      add column suppressed integer not null default 0,
      add column undone integer not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table bounce_fuses drop column undo, drop column suppressed, drop column undone',
    );
  }
}
