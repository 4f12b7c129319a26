import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../build-index';

/** The id is how a response is found to be stored, and to be encrypted again after a rotation of SECRETS_KEY. */
export class IndexResponses1765300000001 implements MigrationInterface {
  readonly name = 'IndexResponses1765300000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'unique idempotency_keys_id_idx on idempotency_keys (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'idempotency_keys_id_idx');
  }
}
