import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DateImages1763700400000 implements MigrationInterface {
  readonly name = 'DateImages1763700400000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table images add column if not exists used_on timestamptz not null default now()',
    );
    await buildIndex(runner, 'images_used_on_idx on images (used_on)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table images drop column used_on');
  }
}
