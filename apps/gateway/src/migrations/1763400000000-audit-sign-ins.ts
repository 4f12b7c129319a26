import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A sign-in that is refused is nobody's doing: whoever tried did not show who they are. */
export class AuditSignIns1763400000000 implements MigrationInterface {
  readonly name = 'AuditSignIns1763400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit drop constraint audit_actor_type_check');
    await runner.query(`
      alter table audit add constraint audit_actor_type_check
        check (actor_type in ('key', 'user', 'operator', 'anonymous'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit drop constraint audit_actor_type_check');
    // Rows are only ever added, so that those of strangers stay: the check is for what comes.
    await runner.query(`
      alter table audit add constraint audit_actor_type_check
        check (actor_type in ('key', 'user', 'operator')) not valid`);
  }
}
