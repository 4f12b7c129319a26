import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the time zones of accounts, in which the days of sub accounts begin that chose none. */
export class KeepAccountZones1767600100000 implements MigrationInterface {
  readonly name = 'KeepAccountZones1767600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table account_zones (account_id bigint primary key, timezone text, version bigint not null)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_zones');
  }
}
