import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets questions about one object or one time read only their part of an account's audit log. */
export class IndexAudit1763500500000 implements MigrationInterface {
  readonly name = 'IndexAudit1763500500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index audit_target_idx on audit (account_id, target_type, target_id, id)');
    await runner.query('create index audit_account_created_on_idx on audit (account_id, created_on, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_target_idx, audit_account_created_on_idx');
  }
}
