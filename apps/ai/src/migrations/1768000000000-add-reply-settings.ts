import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how sub accounts sign the drafts of their replies. */
export class AddReplySettings1768000000000 implements MigrationInterface {
  readonly name = 'AddReplySettings1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reply_settings (
        account_id bigint not null,
        sub_account_id bigint not null,
        signature text not null,
        primary key (account_id, sub_account_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reply_settings');
  }
}
