import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the trace of the request that queued a crawl. The trace of the crawl links to it. */
export class TraceCrawls1764200000000 implements MigrationInterface {
  readonly name = 'TraceCrawls1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crawls add column traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crawls drop column traceparent');
  }
}
