import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SessionApi1766900100000 implements MigrationInterface {
  readonly name = 'SessionApi1766900100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table sessions add proved_on timestamptz, add remembered boolean not null default false',
    );
    // A change that another service makes comes from a key or, through the dashboard, from a user.
    await runner.query('alter table changes_in_progress alter key_id drop not null, add user_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from changes_in_progress where key_id is null');
    await runner.query('alter table changes_in_progress drop user_id, alter key_id set not null');
    await runner.query('alter table sessions drop remembered, drop proved_on');
  }
}
