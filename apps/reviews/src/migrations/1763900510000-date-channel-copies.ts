import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the newest event of a channel was applied. A snapshot removes a copy only if it is older than the snapshot. */
export class DateChannelCopies1763900510000 implements MigrationInterface {
  readonly name = 'DateChannelCopies1763900510000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channel_copies add column applied_on timestamptz not null default now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channel_copies drop column applied_on');
  }
}
