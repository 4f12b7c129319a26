import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the crawls of a platform that are in progress, as each claim does. */
export class IndexLeasedCrawls1766200000000 implements MigrationInterface {
  readonly name = 'IndexLeasedCrawls1766200000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'crawls_leased_idx on crawls (platform, lease_until) where lease_until is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'crawls_leased_idx');
  }
}
