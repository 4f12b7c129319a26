import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a page of keys, users or sub accounts read only its own rows. The old indexes are prefixes of the new ones. */
export class PageLists1763500200000 implements MigrationInterface {
  readonly name = 'PageLists1763500200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index keys_list_idx on keys (account_id, id) where deleted_at is null');
    await runner.query(
      'create index keys_sub_account_list_idx on keys (sub_account_id, id) where deleted_at is null',
    );
    await runner.query('create index users_list_idx on users (account_id, id)');
    await runner.query(
      'create index users_sub_account_list_idx on users ((sub_accounts[1]), id) where cardinality(sub_accounts) = 1',
    );
    await runner.query(
      'create index sub_accounts_list_idx on sub_accounts (account_id, id) where deleted_at is null',
    );
    await runner.query('drop index users_account_id_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index users_account_id_idx on users (account_id)');
    await runner.query(
      'drop index keys_list_idx, keys_sub_account_list_idx, users_list_idx, users_sub_account_list_idx, sub_accounts_list_idx',
    );
  }
}
