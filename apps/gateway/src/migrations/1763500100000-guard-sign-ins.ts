import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the key behind a session, the failed sign-ins of all replicas, and the proofs of white-label domains. */
export class GuardSignIns1763500100000 implements MigrationInterface {
  readonly name = 'GuardSignIns1763500100000';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key, as in login_links: keys are never removed, only marked as deleted.
    await runner.query('alter table sessions add key_id bigint');

    await runner.query(`
      create table sign_in_attempts (
        counter bytea primary key,
        tried_on timestamptz[] not null,
        expires_on timestamptz not null
      )`);
    await runner.query('create index sign_in_attempts_expires_on_idx on sign_in_attempts (expires_on)');

    await runner.query(`
      create table vanity_domains (
        account_id bigint primary key constraint vanity_domains_account_id_fkey references accounts,
        host text not null,
        token text not null,
        verified_by text,
        verified_on timestamptz,
        missing_since timestamptz,
        checked_on timestamptz,
        constraint vanity_domains_verified_by_check check (verified_by in ('dns', 'operator')),
        constraint vanity_domains_verified_check check ((verified_by is null) = (verified_on is null))
      )`);
    await runner.query(
      'create unique index vanity_domains_verified_key on vanity_domains (host) where verified_on is not null',
    );
    await runner.query(
      `create index vanity_domains_checked_on_idx on vanity_domains (checked_on) where verified_by = 'dns'`,
    );
    // Any key with account management could set these domains without a proof, so none of them is verified.
    await runner.query(`
      insert into vanity_domains (account_id, host, token)
      select id, lower(vanity_url), replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
        from accounts where vanity_url is not null`);
    // Several accounts may name a host. Only one of them can have it verified.
    await runner.query('drop index accounts_vanity_url_key');
  }

  /** Fails if several accounts name one host, because nobody could choose which of them to keep. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create unique index accounts_vanity_url_key on accounts (lower(vanity_url))');
    await runner.query('drop table vanity_domains');
    await runner.query('drop table sign_in_attempts');
    await runner.query('alter table sessions drop column key_id');
  }
}
