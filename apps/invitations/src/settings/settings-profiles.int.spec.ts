import type { World } from '@plaudit/testing';
import { SETTINGS, SettingsWorld, type Tenant } from './settings-world.suite';

let world: World;
let settingsWorld: SettingsWorld;

beforeAll(async () => {
  settingsWorld = await SettingsWorld.start();
  world = settingsWorld.world;
});
afterAll(async () => settingsWorld.close());

const newTenant = (): Tenant => settingsWorld.tenant();

describe('SettingsProfilesController', () => {
  describe('get', () => {
    it('creates the default profile with the first request, once for many at a time', async () => {
      const tenant = await newTenant().named('Harbour Bakery');
      const results = await Promise.all(Array.from({ length: 8 }, () => tenant.get()));
      expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
      expect(results[0]?.body).toMatchObject({
        id: expect.any(Number),
        settings: { name: 'Default', default: true, language: 'en', from_name: 'Harbour Bakery', delay: 3 },
      });
      expect(await tenant.list()).toHaveLength(1);
    });

    it('returns the settings of a sub account whose name is not known', async () => {
      expect((await newTenant().get()).body.settings).toMatchObject({ from_name: '', channels: [] });
    });

    it('responds with 404 to an unknown id and to one of another sub account', async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      const id = await other.added({ name: 'Theirs' });
      for (const unknown of [id, 999_999]) {
        expect(await tenant.get(unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } });
        expect(await tenant.update(unknown, {})).toMatchObject({ status: 404 });
        expect(await tenant.delete(unknown)).toMatchObject({ status: 404 });
      }
    });

    it('names settings_id in the error for an id that is no number', async () => {
      const answer = await world.as().delete('invitations', `${SETTINGS}/delete/x`);
      expect(answer).toMatchObject({
        status: 400,
        body: { field: 'settings_id', msg: 'settings_id must be a positive integer, not "x".' },
      });
    });

    it.each(['x', '0', '-1', '1e3'])('refuses the id %s', async (id) => {
      const { status, body } = await newTenant().read(`${SETTINGS}/get?settings_id=${id}`);
      expect({ status, body }).toMatchObject({ status: 400, body: { field: 'settings_id' } });
    });
  });

  describe('update', () => {
    it('merges settings, replaces lists, and restores defaults by null', async () => {
      const tenant = await newTenant().named('Harbour Bakery');
      const id = await tenant.added({
        name: 'A',
        channels: [4711, 4712],
        send_window: { days: [1], start: '08:00' },
      });
      expect(
        await tenant.update(id, { channels: [4712], send_window: { start: null, end: '18:00' } }),
      ).toMatchObject({
        status: 200,
        body: { success: true },
      });
      const { settings } = (await tenant.get(id)).body;
      expect(settings).toMatchObject({
        channels: [4712],
        send_window: { days: [1], start: '09:00', end: '18:00' },
      });
      await tenant.update(id, settings);
      expect((await tenant.get(id)).body.settings).toEqual(settings);
      await world.admin.query(
        `update invitations.businesses set name = 'Renamed' where sub_account_id = $1`,
        [tenant.id],
      );
      expect((await tenant.get(id)).body.settings.from_name).toBe('Renamed');
    });

    it('keeps a channel that was deleted since, and does not ask about it', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'A', channels: [4711] });
      await world.admin.query(
        `update invitations.settings_profiles set settings = '{"channels": [5]}' where id = $1`,
        [id],
      );
      const asked = settingsWorld.channels.requests.length;
      expect(await tenant.update(id, { channels: [5], delay: 1 })).toMatchObject({ status: 200 });
      expect(settingsWorld.channels.requests).toHaveLength(asked);
      expect(await tenant.update(id, { channels: [5, 6] })).toMatchObject({
        status: 400,
        body: { field: 'settings.channels[1]' },
      });
    });

    it('changes nothing if one setting is wrong', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'A' });
      expect(await tenant.update(id, { delay: 9, color: 'red' })).toMatchObject({
        status: 400,
        body: { field: 'settings.color' },
      });
      expect((await tenant.get(id)).body.settings.delay).toBe(3);
    });

    it('merges two changes at a time, so that neither is lost', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'A' });
      const patches = [
        { delay: 1 },
        { color: '#000000' },
        { sms: { from: 'BAKERY' } },
        { sms: { channel: 'whatsapp' } },
      ];
      await Promise.all(patches.map((patch) => tenant.update(id, patch)));
      expect((await tenant.get(id)).body.settings).toMatchObject({
        delay: 1,
        color: '#000000',
        sms: { from: 'BAKERY', channel: 'whatsapp' },
      });
    });

    it('moves the default, and keeps exactly one under concurrent changes', async () => {
      const tenant = newTenant();
      const ids = [];
      for (const name of ['A', 'B', 'C', 'D']) ids.push(await tenant.added({ name }));
      expect(await tenant.defaults()).toEqual(['A']);
      await tenant.update(ids[1]!, { default: true });
      expect(await tenant.defaults()).toEqual(['B']);
      const results = await Promise.all([
        ...ids.flatMap((id) => [tenant.update(id, { default: true }), tenant.get()]),
        tenant.add({ name: 'E', default: true }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 200));
      expect(await tenant.defaults()).toHaveLength(1);
    });

    it('refuses to unset the default', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'A' });
      for (const value of [false, null]) {
        expect(await tenant.update(id, { default: value })).toMatchObject({
          status: 400,
          body: {
            field: 'settings.default',
            msg: expect.stringContaining('make another profile the default'),
          },
        });
      }
      expect(await tenant.defaults()).toEqual(['A']);
    });

    it('refuses the name of another profile, and accepts its own in another case', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'A' });
      await tenant.added({ name: 'B' });
      expect(await tenant.update(id, { name: 'b' })).toMatchObject({
        status: 400,
        body: { field: 'settings.name' },
      });
      expect(await tenant.update(id, { name: 'a' })).toMatchObject({ status: 200 });
    });
  });

  describe('delete', () => {
    it('refuses the default while there are others', async () => {
      const tenant = newTenant();
      const first = await tenant.added({ name: 'A' });
      const second = await tenant.added({ name: 'B' });
      expect(await tenant.delete(first)).toMatchObject({ status: 400, body: { code: 'settings_in_use' } });
      expect(await tenant.delete(second)).toMatchObject({ status: 200, body: { success: true } });
      expect(await tenant.delete(second)).toMatchObject({ status: 404 });
      expect(await tenant.delete(first)).toMatchObject({ status: 200 });
      expect(await tenant.list()).toEqual([]);
    });

    it('keeps the settings of a deleted profile, and its name is free again', async () => {
      const tenant = newTenant();
      await tenant.added({ name: 'A' });
      const id = await tenant.added({ name: 'B', delay: 8 });
      await tenant.delete(id);
      expect(await tenant.get(id)).toMatchObject({ status: 404 });
      await tenant.added({ name: 'B' });
      const rows = await world.admin.query<{ settings: object }>(
        'select settings from invitations.settings_profiles where id = $1 and deleted_on is not null',
        [id],
      );
      expect(rows).toEqual([{ settings: { delay: 8 } }]);
    });

    it('creates a new default after the last profile was deleted', async () => {
      const tenant = newTenant();
      const { id } = (await tenant.get()).body;
      await tenant.delete(id);
      expect((await tenant.get()).body.id).not.toBe(id);
    });
  });

  it('needs the scope to write', async () => {
    const reader = world.as({ scopes: ['invites:read'] });
    const body = { settings: { name: 'A' } };
    expect(await reader.post('invitations', `${SETTINGS}/add`, { body })).toMatchObject({ status: 403 });
  });
});
