import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dates the copies of invitations, so that a snapshot leaves those alone that an event changed while it was sent. */
export class DateInvitations1765840000000 implements MigrationInterface {
  readonly name = 'DateInvitations1765840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitations add column applied_on timestamptz not null default now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitations drop column applied_on');
  }
}
