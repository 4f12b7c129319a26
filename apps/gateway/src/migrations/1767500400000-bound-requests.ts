import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the app of a request for access, to keep the apps that people are asked about, and to count the requests that wait. */
export class BoundRequests1767500400000 implements MigrationInterface {
  readonly name = 'BoundRequests1767500400000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table oauth_records add column if not exists client_id text');
    await buildIndex(
      runner,
      'oauth_records_client_id_idx on oauth_records (client_id) where client_id is not null',
    );
    await buildIndex(
      runner,
      'oauth_records_waiting_idx on oauth_records (created_on, id) where client_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'oauth_records_waiting_idx');
    await dropIndex(runner, 'oauth_records_client_id_idx');
    await runner.query('alter table oauth_records drop column client_id');
  }
}
