import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Remembers who made each webhook and which sub accounts the maker may read, and which makers lost access a short time ago.
 * Webhooks from before have no maker.
 */
export class RememberMakers1767420000000 implements MigrationInterface {
  readonly name = 'RememberMakers1767420000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhooks
        add column maker_type text constraint webhooks_maker_type_check check (maker_type in ('key', 'user')),
        add column maker_id bigint,
        add column maker_name text,
        add column reach bigint[]`);
    await runner.query(`
      create table reduced_makers (
        maker_type text,
        maker_id bigint,
        sub_accounts bigint[],
        reduced_on timestamptz not null,
        constraint reduced_makers_pkey primary key (maker_type, maker_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reduced_makers');
    await runner.query(
      'alter table webhooks drop column maker_type, drop column maker_id, drop column maker_name, drop column reach',
    );
  }
}
