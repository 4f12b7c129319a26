import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSessions1763210000000 implements MigrationInterface {
  readonly name = 'CreateSessions1763210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sessions (
        hash bytea primary key,
        user_id bigint not null constraint sessions_user_id_fkey references users on delete cascade,
        host text not null,
        network text not null,
        agent text not null,
        created_on timestamptz not null,
        last_seen_on timestamptz not null,
        expires_on timestamptz not null
      )`);
    await runner.query('create index sessions_user_id_idx on sessions (user_id)');
    await runner.query('create index sessions_expires_on_idx on sessions (expires_on)');

    await runner.query(`
      create table login_links (
        hash bytea primary key,
        user_id bigint not null constraint login_links_user_id_fkey references users on delete cascade,
        key_id bigint,
        expires_on timestamptz not null,
        used_on timestamptz
      )`);
    await runner.query('create index login_links_expires_on_idx on login_links (expires_on)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table login_links');
    await runner.query('drop table sessions');
  }
}
