import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers which expiry of a key was announced, and finds the keys whose expiry was not. */
export class AnnounceExpiries1767420000000 implements MigrationInterface {
  readonly name = 'AnnounceExpiries1767420000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keys add column if not exists announced_expiry timestamptz');
    await buildIndex(
      runner,
      'keys_expiry_idx on keys (expires_on) where deleted_at is null and announced_expiry is distinct from expires_on',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'keys_expiry_idx');
    await runner.query('alter table keys drop column announced_expiry');
  }
}
