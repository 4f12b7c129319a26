import { administer, startWorld, type World } from '@plaudit/testing';
import type { QueryRunner } from 'typeorm';
import { invitationsService } from '../service';
import { NoteRemovedAddresses1767700090000 } from './1767700090000-note-removed-addresses';
import { ConvertAddresses1767700100000 } from './1767700100000-convert-addresses';

describe('ConvertAddresses', () => {
  let world: World;
  beforeAll(async () => {
    const settings = { CHANNELS_URL: 'http://127.0.0.1:1' };
    world = await startWorld({ nats: false, services: [{ definition: invitationsService, settings }] });
  });
  afterAll(() => world.close());

  it('converts stored addresses, notes and removes those that mails cannot have, and can be repeated', async () => {
    const label = 'ü'.repeat(60);
    const profiles: [given: object, expected: object, removed?: object][] = [
      [
        { from_email: 'info@Bücher.example', reply_to: 'help@faß.example', delay: 2 },
        { from_email: 'info@xn--bcher-kva.example', reply_to: 'help@xn--fa-hia.example', delay: 2 },
      ],
      [
        { from_email: 'info@xn--a.example', reply_to: 'help@example.com' },
        { reply_to: 'help@example.com' },
        { from_email: 'info@xn--a.example' },
      ],
      [
        { reply_to: `help@${label}.example`, subject: 'Hi' },
        { subject: 'Hi' },
        { reply_to: `help@${label}.example` },
      ],
      [{ from_email: 'büro@a.example', reply_to: '' }, {}, { from_email: 'büro@a.example', reply_to: '' }],
      [{ from_email: 'Info@example.com' }, { from_email: 'Info@example.com' }],
      [{ language: 'de' }, { language: 'de' }],
      [{}, {}],
    ];
    for (const [at, [given]] of profiles.entries())
      await world.admin.query(
        'insert into invitations.settings_profiles (account_id, sub_account_id, name, settings) values (1, 1, $1, $2)',
        [`Profile ${at}`, JSON.stringify(given)],
      );
    await administer(world.databaseUrl('invitations'), async (admin) => {
      await admin.query('set search_path to invitations');
      const rows = async (query: string, values?: unknown[]): Promise<unknown> => admin.query(query, values);
      const runner = { query: rows } as unknown as QueryRunner;
      const migration = new ConvertAddresses1767700100000();
      const notes = new NoteRemovedAddresses1767700090000();
      await notes.down(runner);
      await notes.up(runner);
      await migration.up(runner);
      await migration.up(runner);
      await migration.down();
      const stored = await admin.query<{ settings: object; removed_addresses: object }>(
        'select settings, removed_addresses from settings_profiles order by id',
      );
      expect(stored.map(({ settings, removed_addresses: removed }) => [settings, removed])).toEqual(
        profiles.map(([, expected, removed = {}]) => [expected, removed]),
      );
    });
  });
});
