import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the property of each channel, which lists are filtered by. The next event or snapshot of the channel fills it. */
export class GroupChannelCopies1766810000000 implements MigrationInterface {
  readonly name = 'GroupChannelCopies1766810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channel_copies add column group_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channel_copies drop column group_id');
  }
}
