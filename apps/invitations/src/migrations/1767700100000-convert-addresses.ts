import { readEmailAddress } from '@plaudit/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEYS = ['from_email', 'reply_to'] as const;

interface Profile {
  id: string;
  settings: Record<string, unknown>;
}

/**
 * Converts the domains of senders and of addresses for replies to ASCII, as new settings are stored. Mails of profiles with another
 * sender failed, and another address for replies was left out of them. An address that mails cannot have is removed, so that the
 * default takes its place.
 */
export class ConvertAddresses1767700100000 implements MigrationInterface {
  readonly name = 'ConvertAddresses1767700100000';

  async up(runner: QueryRunner): Promise<void> {
    const profiles = (await runner.query(
      `select id, settings from settings_profiles where settings ?| $1 order by id for update`,
      [KEYS],
    )) as Profile[];
    for (const { id, settings } of profiles) {
      const converted = { ...settings };
      for (const key of KEYS) {
        const given = settings[key];
        const read = typeof given === 'string' ? readEmailAddress(given) : null;
        if (read && 'address' in read) converted[key] = read.address;
        else delete converted[key];
      }
      if (KEYS.some((key) => converted[key] !== settings[key])) {
        await runner.query('update settings_profiles set settings = $2 where id = $1', [
          id,
          JSON.stringify(converted),
        ]);
      }
    }
  }

  /** Earlier releases read the converted addresses too. */
  async down(): Promise<void> {}
}
