import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the actor type `anonymous`, for a refused sign-in, whose caller is unknown. */
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
    // Rows cannot be deleted, so the anonymous ones stay. `not valid` applies the check to new rows only.
    await runner.query(`
      alter table audit add constraint audit_actor_type_check
        check (actor_type in ('key', 'user', 'operator')) not valid`);
  }
}
