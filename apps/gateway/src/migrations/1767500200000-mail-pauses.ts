import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to admins are also about what sends nothing elsewhere any more. Each is about one of the two. */
export class MailPauses1767500200000 implements MigrationInterface {
  readonly name = 'MailPauses1767500200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table admin_mails alter column webhook drop not null, add column forwarding jsonb, add column sub_account_id bigint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from admin_mails where webhook is null');
    await runner.query(
      'alter table admin_mails alter column webhook set not null, drop column forwarding, drop column sub_account_id',
    );
  }
}
