import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the discoveries of an account on each UTC day. */
export class CountDiscoveries1766100300000 implements MigrationInterface {
  readonly name = 'CountDiscoveries1766100300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table discovery_days (
        account_id bigint primary key,
        day date not null,
        used integer not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table discovery_days');
  }
}
