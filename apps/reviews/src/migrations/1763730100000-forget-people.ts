import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the list of erased people, and an index that finds the reviews of a person. */
export class ForgetPeople1763730100000 implements MigrationInterface {
  readonly name = 'ForgetPeople1763730100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists suppressions (
        sub_account_id bigint not null,
        person bytea not null,
        account_id bigint not null,
        created_on timestamptz not null default now(),
        primary key (sub_account_id, person)
      )`);
    await buildIndex(
      runner,
      'reviews_from_email_idx on reviews (sub_account_id, from_email) where from_email is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reviews_from_email_idx');
    await runner.query('drop table suppressions');
  }
}
