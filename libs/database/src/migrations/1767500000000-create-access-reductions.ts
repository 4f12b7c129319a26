import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keys and users that were removed, or lost sub accounts, a short time ago. `sub_accounts` is null for removed ones. */
export class CreateAccessReductions1767500000000 implements MigrationInterface {
  readonly name = 'CreateAccessReductions1767500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table access_reductions (
        maker_type text not null,
        maker_id bigint not null,
        sub_accounts bigint[],
        noted_on timestamptz not null,
        primary key (maker_type, maker_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table access_reductions');
  }
}
