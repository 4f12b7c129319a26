import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the purge, and questions about one action, object or time, read only their part of the audit log. */
export class IndexAudit1763500500000 implements MigrationInterface {
  readonly name = 'IndexAudit1763500500000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'audit_created_on_idx on audit (created_on)');
    await buildIndex(runner, 'audit_action_idx on audit (account_id, action, id)');
    await buildIndex(runner, 'audit_target_idx on audit (account_id, target_type, target_id, id)');
    await buildIndex(runner, 'audit_account_created_on_idx on audit (account_id, created_on, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index audit_created_on_idx, audit_action_idx, audit_target_idx, audit_account_created_on_idx',
    );
  }
}
