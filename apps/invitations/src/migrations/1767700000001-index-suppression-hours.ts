import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The groups of the suppression list, the newest hour first. */
export class IndexSuppressionHours1767700000001 implements MigrationInterface {
  readonly name = 'IndexSuppressionHours1767700000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      `suppressions_hour_idx on suppressions (sub_account_id, date_trunc('hour', created_on at time zone 'UTC'), reason)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'suppressions_hour_idx');
  }
}
