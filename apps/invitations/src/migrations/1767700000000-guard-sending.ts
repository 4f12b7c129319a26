import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the stops of senders that the mail server refuses, and what decides whether bounces suppress people. */
export class GuardSending1767700000000 implements MigrationInterface {
  readonly name = 'GuardSending1767700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sending_stops (
        sub_account_id bigint not null,
        sender text not null,
        account_id bigint not null,
        code text not null,
        msg text not null,
        stopped_on timestamptz not null,
        failed_on timestamptz not null,
        next_try_on timestamptz not null,
        tries integer not null,
        refused bigint[] not null,
        ended_on timestamptz,
        failures integer not null,
        primary key (sub_account_id, sender)
      )`);
    await runner.query(`
      create table server_sends (
        account_id bigint not null,
        server text not null,
        slot timestamptz not null,
        sent integer not null,
        primary key (account_id, server, slot)
      )`);
    await runner.query('create index server_sends_server_idx on server_sends (server, slot)');
    await runner.query(`
      create table bounce_fuses (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        server text,
        counted_from timestamptz not null,
        blown_on timestamptz not null,
        mails integer not null,
        gone integer not null,
        decided_on timestamptz,
        suppress boolean
      )`);
    await runner.query(`
      create unique index bounce_fuses_open_key on bounce_fuses (sub_account_id, coalesce(server, ''))
      where decided_on is null`);
    await runner.query('create index bounce_fuses_scope_idx on bounce_fuses (sub_account_id, server, id)');
    await runner.query(`
      create table gone_mails (
        request_id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        server text not null,
        sent_on timestamptz not null,
        fuse_id bigint
      )`);
    await runner.query('create index gone_mails_account_idx on gone_mails (account_id, sent_on)');
    await runner.query('create index gone_mails_server_idx on gone_mails (server, sent_on)');
    await runner.query(
      'create index gone_mails_fuse_idx on gone_mails (fuse_id, request_id) where fuse_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table gone_mails, bounce_fuses, server_sends, sending_stops');
  }
}
