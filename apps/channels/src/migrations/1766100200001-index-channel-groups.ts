import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the channels of a property: for its count, for the filter of the list, and when it is renamed or deleted. */
export class IndexChannelGroups1766100200001 implements MigrationInterface {
  readonly name = 'IndexChannelGroups1766100200001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'channels_group_idx on channels (group_id, id) where group_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'channels_group_idx');
  }
}
