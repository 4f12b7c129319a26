import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stored responses are encrypted, each for the row with its `id`. `record_id` is the id of what a response shows, which was read
 * from the text before. `body` remains for replicas of the previous release. Keys of that release, which name no caller,
 * are not found any more.
 */
export class EncryptResponses1765300000000 implements MigrationInterface {
  readonly name = 'EncryptResponses1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table idempotency_keys
        add column id bigint generated always as identity,
        add column response bytea,
        add column record_id bigint,
        alter column body set default ''`);
    await runner.query(`
      update idempotency_keys set record_id = (body::jsonb ->> 'id')::bigint
      where status > 0 and jsonb_typeof(body::jsonb -> 'id') = 'number'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table idempotency_keys drop column id, drop column response, drop column record_id, alter column body drop default',
    );
  }
}
