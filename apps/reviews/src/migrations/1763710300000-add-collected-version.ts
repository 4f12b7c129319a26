import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCollectedVersion1763710300000 implements MigrationInterface {
  readonly name = 'AddCollectedVersion1763710300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews add column collected_version integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews drop column collected_version');
  }
}
