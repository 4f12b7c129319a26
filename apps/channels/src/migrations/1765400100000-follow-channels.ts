import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers deleted channels, so that a copy of the channels can be kept up to date with requests alone. */
export class FollowChannels1765400100000 implements MigrationInterface {
  readonly name = 'FollowChannels1765400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deleted_channels (
        channel_id bigint primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        deleted_on timestamptz not null default now()
      )`);
    await runner.query(
      'create index deleted_channels_time_idx on deleted_channels (sub_account_id, deleted_on, channel_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deleted_channels');
  }
}
