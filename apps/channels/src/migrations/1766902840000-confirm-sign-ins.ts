import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers in which session a sign-in began, and who asked for it. Connections of the last release have neither. */
export class ConfirmSignIns1766902840000 implements MigrationInterface {
  readonly name = 'ConfirmSignIns1766902840000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table oauth_connections add column session_ref text, add column asked_by jsonb',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_connections drop column session_ref, drop column asked_by');
  }
}
