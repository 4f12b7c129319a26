import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the log of a webhook be filtered, and its dropped deliveries be found. Every index has a condition that few rows meet,
 * because deliveries and attempts are the tables with the most writes.
 */
export class IndexLogAndRecovery1766700000000 implements MigrationInterface {
  readonly name = 'IndexLogAndRecovery1766700000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'deliveries_dropped_idx on deliveries (webhook_id, finished_on, id) where state = 3',
    );
    await buildIndex(runner, 'deliveries_manual_idx on deliveries (webhook_id, event_id) where trigger = 2');
    await buildIndex(runner, 'attempts_failed_idx on attempts (webhook_id, id desc) where not ok');
    await buildIndex(runner, 'attempts_test_idx on attempts (webhook_id, id desc) where test');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'attempts_test_idx');
    await dropIndex(runner, 'attempts_failed_idx');
    await dropIndex(runner, 'deliveries_manual_idx');
    await dropIndex(runner, 'deliveries_dropped_idx');
  }
}
