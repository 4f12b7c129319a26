import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a page of channels read only its own rows. The old index is a prefix of the new one. */
export class PageChannels1763750000000 implements MigrationInterface {
  readonly name = 'PageChannels1763750000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'channels_owner_idx on channels (account_id, sub_account_id, id)');
    await dropIndex(runner, 'channels_account_id_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index channels_account_id_idx on channels (account_id)');
    await runner.query('drop index channels_owner_idx');
  }
}
