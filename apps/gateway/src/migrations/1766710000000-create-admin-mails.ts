import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the mails to admins that are to be sent. */
export class CreateAdminMails1766710000000 implements MigrationInterface {
  readonly name = 'CreateAdminMails1766710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table admin_mails (
        id bigint generated always as identity primary key,
        user_id bigint not null constraint admin_mails_user_id_fkey references users (id) on delete cascade,
        event_id text not null,
        webhook jsonb not null,
        occurred_on timestamptz not null,
        attempts smallint not null default 0,
        due_at timestamptz not null default now(),
        lease_until timestamptz,
        lease_id uuid
      )`);
    await runner.query('create unique index admin_mails_user_event_key on admin_mails (user_id, event_id)');
    await runner.query('create index admin_mails_due_idx on admin_mails (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table admin_mails');
  }
}
