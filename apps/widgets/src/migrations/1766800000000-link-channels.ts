import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the page of the company on each platform, which a badge may link to. The next event or snapshot fills it. */
export class LinkChannels1766800000000 implements MigrationInterface {
  readonly name = 'LinkChannels1766800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channels add column url text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table channels drop column url');
  }
}
