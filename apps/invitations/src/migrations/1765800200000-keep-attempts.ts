import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an attempt leaves behind until the message is sent. */
export class KeepAttempts1765800200000 implements MigrationInterface {
  readonly name = 'KeepAttempts1765800200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table requests
      add column manual boolean not null default false,
      add column counted_day text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table requests drop column manual, drop column counted_day');
  }
}
