import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  'unique users_account_email_key on users (account_id, lower(email))',
  'users_email_idx on users (lower(email))',
  'keys_created_by_user_id_idx on keys (created_by_user_id) where created_by_user_id is not null',
  'keys_created_by_key_id_idx on keys (created_by_key_id) where created_by_key_id is not null',
  'keys_list_idx on keys (account_id, id) where deleted_at is null',
  'keys_sub_account_list_idx on keys (sub_account_id, id) where deleted_at is null',
  'users_list_idx on users (account_id, id)',
  'users_sub_account_list_idx on users ((sub_accounts[1]), id) where cardinality(sub_accounts) = 1',
  'sub_accounts_list_idx on sub_accounts (account_id, id) where deleted_at is null',
];

/**
 * Lets one email belong to users of several accounts, finds the keys that a user or key made, and lets a page of keys, users
 * or sub accounts read only its own rows. The old list index is a prefix of the new one.
 */
export class PageLists1763500200000 implements MigrationInterface {
  readonly name = 'PageLists1763500200000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(runner, index);
    // Last, so that no moment is without a rule for emails.
    await dropIndex(runner, 'users_email_key');
    await dropIndex(runner, 'users_account_id_idx');
  }

  /** Fails if an email has users in several accounts, because nobody could choose which of them to keep. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create unique index users_email_key on users (lower(email))');
    await runner.query('create index users_account_id_idx on users (account_id)');
    const names = INDEXES.map((index) => index.replace('unique ', '').split(' ', 1)[0]);
    await runner.query(`drop index ${names.join(', ')}`);
  }
}
