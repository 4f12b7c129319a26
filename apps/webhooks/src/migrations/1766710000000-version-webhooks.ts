import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the version that every event about a webhook increments. */
export class VersionWebhooks1766710000000 implements MigrationInterface {
  readonly name = 'VersionWebhooks1766710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhooks add column version integer not null default 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhooks drop column version');
  }
}
