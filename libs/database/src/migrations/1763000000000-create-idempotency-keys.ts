import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdempotencyKeys1763000000000 implements MigrationInterface {
  readonly name = 'CreateIdempotencyKeys1763000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency_keys (
        sub_account_id bigint not null,
        method text not null,
        path text not null,
        key text not null,
        status smallint not null,
        body text not null,
        created_at timestamptz not null default now(),
        primary key (sub_account_id, method, path, key)
      )`);
    await runner.query('create index idempotency_keys_created_at_idx on idempotency_keys (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotency_keys');
  }
}
