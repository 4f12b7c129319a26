import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers how the crawls of a channel ended on each UTC day. */
export class RememberDailyChecks1766810000000 implements MigrationInterface {
  readonly name = 'RememberDailyChecks1766810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table daily_checks (
        channel_id bigint not null constraint daily_checks_channel_id_fkey references channels on delete cascade,
        day date not null,
        outcome text not null,
        primary key (channel_id, day),
        constraint daily_checks_outcome_check check (outcome in ('ok', 'retried', 'failed'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table daily_checks');
  }
}
