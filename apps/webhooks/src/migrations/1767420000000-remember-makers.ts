import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers who made each webhook and which sub accounts the maker may read. Webhooks from before have no maker. */
export class RememberMakers1767420000000 implements MigrationInterface {
  readonly name = 'RememberMakers1767420000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhooks
        add column maker_type text constraint webhooks_maker_type_check check (maker_type in ('key', 'user')),
        add column maker_id bigint,
        add column maker_name text,
        add column reach bigint[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table webhooks drop column maker_type, drop column maker_id, drop column maker_name, drop column reach',
    );
  }
}
