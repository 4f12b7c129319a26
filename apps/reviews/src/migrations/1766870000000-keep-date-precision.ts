import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps how exact the date of a review is. That of older reviews is not known: channels kept it for themselves. */
export class KeepDatePrecision1766870000000 implements MigrationInterface {
  readonly name = 'KeepDatePrecision1766870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews add column posted_precision text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews drop column posted_precision');
  }
}
