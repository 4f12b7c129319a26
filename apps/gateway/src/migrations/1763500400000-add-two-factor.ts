import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds two-factor sign-in of users, and the account's switch that requires it of admins. */
export class AddTwoFactor1763500400000 implements MigrationInterface {
  readonly name = 'AddTwoFactor1763500400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add two_factor_on timestamptz');
    await runner.query('alter table accounts add require_two_factor boolean not null default false');
    await runner.query(`
      create table two_factors (
        user_id bigint primary key constraint two_factors_user_id_fkey references users on delete cascade,
        secret_enc bytea not null,
        last_step bigint,
        recovery_hashes bytea[] not null default '{}',
        failures integer not null default 0,
        blocked_until timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table two_factors');
    await runner.query('alter table accounts drop column require_two_factor');
    await runner.query('alter table users drop column two_factor_on');
  }
}
