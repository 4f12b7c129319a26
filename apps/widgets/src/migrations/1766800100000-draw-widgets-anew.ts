import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Raises the rev of each widget. Its JSON and its pages have another form now, and browsers would keep the old one. */
export class DrawWidgetsAnew1766800100000 implements MigrationInterface {
  readonly name = 'DrawWidgetsAnew1766800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('update widgets set rev = rev + 1');
  }

  /** The previous release draws another form again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('update widgets set rev = rev + 1');
  }
}
