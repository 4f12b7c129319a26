import { readEmailAddress } from '@plaudit/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the addresses that an upgrade removed from a profile, and notes those that `ConvertAddresses`, the next migration, removes. Where
 * that one has run already, nothing is left to note.
 */
export class NoteRemovedAddresses1767700090000 implements MigrationInterface {
  readonly name = 'NoteRemovedAddresses1767700090000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "alter table settings_profiles add column removed_addresses jsonb not null default '{}'",
    );
    const addresses = (await runner.query(
      `select id, key, settings ->> key as address from settings_profiles, unnest(array['from_email', 'reply_to']) as key
       where settings ->> key is not null order by id`,
    )) as { id: string; key: string; address: string }[];
    for (const { id, key, address } of addresses) {
      if ('address' in readEmailAddress(address)) continue;
      await runner.query(
        'update settings_profiles set removed_addresses = removed_addresses || jsonb_build_object($2::text, $3::text) where id = $1',
        [id, key, address],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table settings_profiles drop column removed_addresses');
  }
}
