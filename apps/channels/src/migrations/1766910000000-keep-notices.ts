import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what the last crawls of a channel could not understand. */
export class KeepNotices1766910000000 implements MigrationInterface {
  readonly name = 'KeepNotices1766910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table channels add column notices jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channels drop column notices');
  }
}
