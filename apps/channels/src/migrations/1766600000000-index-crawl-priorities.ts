import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the most urgent due crawl of each platform, so that first crawls come before refreshes on all platforms. */
export class IndexCrawlPriorities1766600000000 implements MigrationInterface {
  readonly name = 'IndexCrawlPriorities1766600000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'crawls_priority_idx on crawls (platform, priority, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'crawls_priority_idx');
  }
}
