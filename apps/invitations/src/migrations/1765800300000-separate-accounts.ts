import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives accounts a table of their own. In that of their sub accounts, what an event said about an account was lost while none of its
 * sub accounts was known. No release has had the columns that are dropped.
 */
export class SeparateAccounts1765800300000 implements MigrationInterface {
  readonly name = 'SeparateAccounts1765800300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account_copies (
        account_id bigint primary key,
        company_name text not null,
        domain text,
        invite boolean not null default true,
        invites_month integer not null default -1,
        version bigint not null
      )`);
    await runner.query(`
      insert into account_copies
      select distinct on (account_id) account_id, company_name, domain, invite, invites_month, version
      from businesses where version > 0 order by account_id, version desc`);
    await runner.query(`
      alter table businesses drop column company_name, drop column website, drop column domain, drop column invite,
        drop column invites_month, drop column version`);
    await runner.query('alter table businesses rename column name_version to version');
    await runner.query('alter table businesses alter column version drop default');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table businesses rename column version to name_version');
    await runner.query(`
      alter table businesses alter column name_version set default 0, add column company_name text not null default '',
        add column website text, add column domain text, add column invite boolean not null default true,
        add column invites_month integer not null default -1, add column version bigint not null default 0`);
    await runner.query(`
      update businesses
      set company_name = account.company_name, domain = account.domain, invite = account.invite,
        invites_month = account.invites_month, version = account.version
      from account_copies account where account.account_id = businesses.account_id`);
    await runner.query(
      'alter table businesses alter column company_name drop default, alter column version drop default',
    );
    await runner.query('drop table account_copies');
  }
}
