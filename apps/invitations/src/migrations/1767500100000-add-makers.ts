import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds who chose the addresses of a settings profile, and since when it is paused. Profiles from before have no maker, and go on. */
export class AddMakers1767500100000 implements MigrationInterface {
  readonly name = 'AddMakers1767500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table settings_profiles add column maker jsonb, add column paused_on timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table settings_profiles drop column maker, drop column paused_on');
  }
}
