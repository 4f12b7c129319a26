import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes which users are invited to choose a password, and which mails invite them. */
export class InviteUsers1767500600000 implements MigrationInterface {
  readonly name = 'InviteUsers1767500600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column invited_on timestamptz');
    await runner.query('alter table reset_mails add column invitation boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reset_mails drop column invitation');
    await runner.query('alter table users drop column invited_on');
  }
}
