import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the channels of many sub accounts that need a person, without reading the others. */
export class IndexFailingChannels1766850100000 implements MigrationInterface {
  readonly name = 'IndexFailingChannels1766850100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      `channels_failing_idx on channels (account_id, sub_account_id) where error_code is not null or status = 'disabled'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'channels_failing_idx');
  }
}
