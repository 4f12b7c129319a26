import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets one crawl a week read everything that a platform lists, and the others leave out pages that have not changed. */
export class SweepChannels1766100000000 implements MigrationInterface {
  readonly name = 'SweepChannels1766100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crawls add column swept_on timestamptz, add column validators jsonb');
    await runner.query('alter table crawls drop constraint crawls_mode_check');
    await runner.query(
      "alter table crawls add constraint crawls_mode_check check (mode in ('backfill', 'incremental', 'sweep'))",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("update crawls set mode = 'incremental' where mode = 'sweep'");
    await runner.query('alter table crawls drop constraint crawls_mode_check');
    await runner.query(
      "alter table crawls add constraint crawls_mode_check check (mode in ('backfill', 'incremental'))",
    );
    await runner.query('alter table crawls drop column swept_on, drop column validators');
  }
}
