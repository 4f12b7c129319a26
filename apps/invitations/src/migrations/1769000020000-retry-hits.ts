import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hits whose decision fails are tried again later and, after some tries, given up, so that they hold up no others. */
export class RetryHits1769000020000 implements MigrationInterface {
  readonly name = 'RetryHits1769000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table hits
        add column decide_at timestamptz not null default now() + interval '2 minutes',
        add column attempts smallint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table hits drop column decide_at, drop column attempts');
  }
}
