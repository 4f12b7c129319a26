import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an access token find the key of its app. */
export class IndexApps1767500001000 implements MigrationInterface {
  readonly name = 'IndexApps1767500001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'unique keys_oauth_grant_id_key on keys (oauth_grant_id) where oauth_grant_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index keys_oauth_grant_id_key');
  }
}
