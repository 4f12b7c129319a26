import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the invitation of a direct review. An invitation has one direct review at most. */
export class LinkInvitations1765830000000 implements MigrationInterface {
  readonly name = 'LinkInvitations1765830000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews add column if not exists invite_id bigint');
    await buildIndex(
      runner,
      'unique reviews_invite_idx on reviews (sub_account_id, invite_id) where invite_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reviews_invite_idx');
    await runner.query('alter table reviews drop column invite_id');
  }
}
