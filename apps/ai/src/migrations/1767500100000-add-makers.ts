import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds who chose the providers of an account, and since when they are paused. Nobody is known of earlier choices, which go on. */
export class AddMakers1767500100000 implements MigrationInterface {
  readonly name = 'AddMakers1767500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table provider_settings
        add column ai_maker jsonb,
        add column ai_paused_on timestamptz,
        add column translate_maker jsonb,
        add column translate_paused_on timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table provider_settings drop column ai_maker, drop column ai_paused_on, drop column translate_maker, drop column translate_paused_on',
    );
  }
}
