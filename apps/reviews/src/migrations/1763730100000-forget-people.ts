import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasing a person: whom not to store again, and the way to what is stored of them. */
export class ForgetPeople1763730100000 implements MigrationInterface {
  readonly name = 'ForgetPeople1763730100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table suppressions (
        sub_account_id bigint not null,
        person bytea not null,
        account_id bigint not null,
        created_on timestamptz not null default now(),
        primary key (sub_account_id, person)
      )`);
    await runner.query(
      'create index reviews_from_email_idx on reviews (sub_account_id, from_email) where from_email is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reviews_from_email_idx');
    await runner.query('drop table suppressions');
  }
}
