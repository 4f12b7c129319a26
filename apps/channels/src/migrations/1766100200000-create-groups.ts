import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the properties of sub accounts, and what is left to do for the channels of changed ones. */
export class CreateGroups1766100200000 implements MigrationInterface {
  readonly name = 'CreateGroups1766100200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table channel_groups (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        sub_account_id bigint not null,
        name text not null,
        created_on timestamptz not null default now()
      )`);
    await runner.query(
      'create unique index channel_groups_name_idx on channel_groups (sub_account_id, lower(name))',
    );
    await runner.query(`
      create table group_changes (
        group_id bigint primary key,
        sub_account_id bigint not null,
        after_id bigint not null default 0,
        due_at timestamptz not null default now()
      )`);
    await runner.query('create index group_changes_due_idx on group_changes (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table group_changes');
    await runner.query('drop table channel_groups');
  }
}
