import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores how often each widget is shown and used per UTC day. */
export class CountViews1766900000000 implements MigrationInterface {
  readonly name = 'CountViews1766900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table widget_days (
        widget_id bigint not null constraint widget_days_widget_id_fkey references widgets on delete cascade,
        day date not null,
        account_id bigint not null,
        sub_account_id bigint not null,
        views bigint not null default 0,
        interactions bigint not null default 0,
        constraint widget_days_pkey primary key (widget_id, day)
      )`);
    await runner.query('create index widget_days_day_idx on widget_days (day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table widget_days');
  }
}
