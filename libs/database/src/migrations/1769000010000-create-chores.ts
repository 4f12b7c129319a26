import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when no other replica runs a background chore of the service. */
export class CreateChores1769000010000 implements MigrationInterface {
  readonly name = 'CreateChores1769000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table chores (name text primary key, held_until timestamptz not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chores');
  }
}
