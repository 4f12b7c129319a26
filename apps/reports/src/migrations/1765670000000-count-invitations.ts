import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountInvitations1765670000000 implements MigrationInterface {
  readonly name = 'CountInvitations1765670000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invitations (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        settings_id bigint not null,
        type text not null,
        step smallint not null,
        created_on timestamptz not null,
        version bigint not null,
        queued_on timestamptz,
        sent_on timestamptz,
        confirmed_on timestamptz,
        opened_on timestamptz,
        clicked_on timestamptz,
        reviewed_on timestamptz,
        unsubscribed_on timestamptz,
        failed_on timestamptz
      ) with (fillfactor = 70)`);
    await runner.query('create index invitations_owner_idx on invitations (account_id, sub_account_id)');
    await runner.query(`
      create table invite_settings (
        id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        named_on timestamptz not null
      )`);
    await runner.query(`
      create table invitation_days (
        account_id bigint not null,
        sub_account_id bigint not null,
        day date not null,
        settings_id bigint not null,
        type text not null,
        step smallint not null,
        queued integer not null,
        sent integer not null,
        delivered integer not null,
        opened integer not null,
        clicked integer not null,
        reviewed integer not null,
        unsubscribed integer not null,
        failed integer not null,
        primary key (account_id, sub_account_id, day, settings_id, type, step)
      ) with (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table invitation_days, invite_settings, invitations');
  }
}
