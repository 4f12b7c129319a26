import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hits that wait, the longest due first. */
export class IndexDueHits1769000020001 implements MigrationInterface {
  readonly name = 'IndexDueHits1769000020001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'hits_due_idx on hits (decide_at) where verdict is null');
    await dropIndex(runner, 'hits_undecided_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'hits_undecided_idx on hits (happened_at) where verdict is null');
    await dropIndex(runner, 'hits_due_idx');
  }
}
