import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts invitations that were kept on the server apart from those that were sent. */
export class CountKeptInvitations1767600000000 implements MigrationInterface {
  readonly name = 'CountKeptInvitations1767600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitations add column kept_on timestamptz');
    await runner.query('alter table invitation_days add column kept integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitation_days drop column kept');
    await runner.query('alter table invitations drop column kept_on');
  }
}
