import type { World } from '@plaudit/testing';
import { SettingsWorld, type Tenant } from './settings-world.suite';

let world: World;
let settingsWorld: SettingsWorld;

beforeAll(async () => {
  settingsWorld = await SettingsWorld.start();
  world = settingsWorld.world;
});
afterAll(async () => settingsWorld.close());

const newTenant = (): Tenant => settingsWorld.tenant();

describe('SettingsProfilesController', () => {
  describe('add', () => {
    it('stores every setting, and only what differs from the defaults', async () => {
      const tenant = await newTenant().named('Harbour Bakery');
      const settings = {
        name: 'After a visit',
        default: true,
        language: 'de',
        channels: [4712, 4711],
        review_url: 'https://www.example.com/review',
        from_name: 'Die Bäckerei',
        from_email: 'info@example.com',
        reply_to: 'help@example.net',
        subject: 'Hallo {{first_name}}',
        template: 'card',
        heading: 'Wie war es?',
        body: 'Guten Tag {{name}},\n\nBestellung {{data.order}}.',
        button_text: 'Bewerten',
        signature: 'Ihr Team',
        footer_address: 'Beispielweg 1',
        logo_url: 'https://www.example.com/logo.png',
        color: '#0F766E',
        delay: 90,
        delay_unit: 'minutes',
        sms: { channel: 'whatsapp', body: 'Hallo {{first_name}} {{review_url}}', from: '+15005550006' },
        followup: {
          enabled: true,
          steps: [
            { delay: 36, delay_unit: 'hours', subject: 'Noch einmal', body: 'Text', template: 'plain' },
          ],
        },
        cooldown: { days: 90 },
        send_window: {
          enabled: false,
          timezone: 'Europe/Berlin',
          days: [1, 2, 3],
          start: '22:00',
          end: '06:00',
          holidays: ['12-25', '2026-04-03'],
        },
        limits: { daily: 17 },
        tracking: { opens: false, clicks: false },
        direct_form: { enabled: true, consent_text: 'Ich stimme zu.' },
      };
      const { status, body } = await tenant.add(settings);
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, id: body.id, settings: { ...settings, color: '#0f766e' } },
      });
      expect((await tenant.get(body.id)).body).toEqual({ id: body.id, settings: body.settings });
      expect(await tenant.list()).toEqual([
        {
          id: body.id,
          name: 'After a visit',
          from_name: 'Die Bäckerei',
          subject: 'Hallo {{first_name}}',
          language: 'de',
          channels: [4712, 4711],
          followups: 1,
          default: true,
        },
      ]);
      const sparse = await tenant.added({ name: 'Sparse', followup: { enabled: false } });
      const [row] = await world.admin.query<{ settings: object }>(
        'select settings from invitations.settings_profiles where id = $1',
        [sparse],
      );
      expect(row?.settings).toEqual({});
    });

    it('makes the first profile the default, whatever it says', async () => {
      const tenant = newTenant();
      await tenant.added({ name: 'First', default: false });
      await tenant.added({ name: 'Second' });
      expect(await tenant.defaults()).toEqual(['First']);
    });

    it('refuses a body without settings, and settings without a name', async () => {
      const tenant = newTenant();
      expect(await tenant.add(undefined)).toMatchObject({
        status: 400,
        body: { code: 'missing_field', field: 'settings' },
      });
      expect(await tenant.add({ delay: 1 })).toMatchObject({
        status: 400,
        body: { code: 'missing_field', field: 'settings.name', msg: 'settings.name is required.' },
      });
      expect(await tenant.add('x')).toMatchObject({ status: 400, body: { field: 'settings' } });
      expect(await tenant.list()).toEqual([]);
    });

    it('refuses every unknown key by its path', async () => {
      const { status, body } = await newTenant().add({
        name: 'A',
        gate: 4,
        sms: { positive_url: 'https://x.example' },
      });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          success: false,
          code: 'validation_failed',
          field: 'settings.gate',
          errors: [
            { field: 'settings.gate', msg: 'settings.gate is not a setting; remove it.' },
            {
              field: 'settings.sms.positive_url',
              msg: 'settings.sms.positive_url is not a setting; remove it.',
            },
          ],
        },
      });
    });

    it('refuses reserved keys, deep objects and texts of almost 2 MiB with a sentence', async () => {
      const tenant = newTenant();
      const reserved = JSON.parse('{"name": "A", "sms": {"__proto__": {"body": "x"}}}') as object;
      expect(await tenant.add(reserved)).toMatchObject({
        status: 400,
        body: { field: expect.stringContaining('sms') },
      });
      const deep = Array.from({ length: 200 }).reduce<object>((inner) => ({ sms: inner }), {});
      expect(await tenant.add(deep)).toMatchObject({ status: 400, body: { success: false } });
      expect(await tenant.add({ name: 'A', body: 'x'.repeat(2_000_000) })).toMatchObject({
        status: 400,
        body: { msg: 'settings.body must be a text of 1 to 4000 characters.' },
      });
      expect(await tenant.add({ name: 'A', body: 'x'.repeat(2 * 1024 * 1024) })).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large' },
      });
    });

    it('names an unknown variable', async () => {
      expect(await newTenant().add({ name: 'A', subject: 'Hi {{nickname}}' })).toMatchObject({
        status: 400,
        body: {
          code: 'unknown_variable',
          field: 'settings.subject',
          msg: expect.stringContaining('{{nickname}}'),
        },
      });
    });

    it('refuses a sender of a domain that the server may not send from', async () => {
      expect(await newTenant().add({ name: 'A', from_email: 'a@example.net' })).toMatchObject({
        status: 400,
        body: { field: 'settings.from_email' },
      });
    });

    it('refuses channels of others, and asks only about its own sub account', async () => {
      const tenant = newTenant();
      const asked = settingsWorld.channels.requests.length;
      expect(await tenant.add({ name: 'A', channels: [4711, 1] })).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_value',
          field: 'settings.channels[1]',
          msg: 'settings.channels[1]: 1 is not a channel of this sub account.',
        },
      });
      expect(settingsWorld.channels.requests.slice(asked).map((request) => request.json())).toEqual([
        { ids: [4711, 1], sub_account_id: tenant.id },
      ]);
    });

    it('returns the first response to a repeat with the same Idempotency-Key', async () => {
      const tenant = newTenant();
      const headers = { 'Idempotency-Key': 'settings-1' };
      const first = await tenant.add({ name: 'Once' }, headers);
      expect(await tenant.add({ name: 'Once' }, headers)).toMatchObject({ status: 200, body: first.body });
      expect(await tenant.list()).toHaveLength(1);
    });

    it('refuses a name that is taken in any case, also at the same time', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'Après' });
      expect(await tenant.add({ name: 'APRÈS' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_value', field: 'settings.name', existing_id: id },
      });
      const results = await Promise.all(['same', 'Same', 'SAME', 'sAme'].map((name) => tenant.add({ name })));
      expect(results.map(({ status }) => status).filter((status) => status === 400)).toHaveLength(3);
      await newTenant().added({ name: 'Après' });
    });

    it('refuses the profile after the hundredth', async () => {
      const tenant = newTenant();
      await world.admin.query(
        `insert into invitations.settings_profiles (account_id, sub_account_id, name, is_default)
         select 1, $1, 'Profile ' || n, n = 1 from generate_series(1, 100) as n`,
        [tenant.id],
      );
      expect(await tenant.add({ name: 'One more' })).toMatchObject({
        status: 400,
        body: { field: 'settings' },
      });
    });
  });
});
