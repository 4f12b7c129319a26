import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountSentInvites1765840000000 implements MigrationInterface {
  readonly name = 'CountSentInvites1765840000000';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key to the accounts: the rows are copies of what another service sent.
    await runner.query(`
      create table sent_invites (
        id bigint primary key,
        account_id bigint not null,
        sent_on timestamptz not null,
        counted_on timestamptz not null default now()
      )`);
    await runner.query('create index sent_invites_month_idx on sent_invites (account_id, sent_on)');
    await runner.query('create index sent_invites_sent_on_idx on sent_invites (sent_on)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sent_invites');
  }
}
