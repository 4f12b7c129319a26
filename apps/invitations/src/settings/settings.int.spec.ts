import { forwardingSettingsPaused, type Principal } from '@plaudit/contracts';
import { type EventRecorder, eventually, type World } from '@plaudit/testing';
import { knowBusiness } from '../businesses/business.suite';
import { SettingsWorld, type Tenant, SETTINGS } from './settings-world.suite';

let world: World;

let settingsWorld: SettingsWorld;

beforeAll(async () => {
  settingsWorld = await SettingsWorld.start();
  world = settingsWorld.world;
});

afterAll(() => settingsWorld.close());

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
        body: {
          success: true,
          id: body.id,
          settings: { ...settings, color: '#0f766e' },
          created_by: { type: 'key', id: 1, name: null },
          paused_on: null,
          removed_addresses: [],
        },
      });
      expect((await tenant.get(body.id)).body).toEqual({
        id: body.id,
        settings: body.settings,
        created_by: body.created_by,
        paused_on: null,
        removed_addresses: [],
      });
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
          created_by: body.created_by,
          paused_on: null,
          removed_addresses: [],
        },
      ]);
      const sparse = await tenant.added({ name: 'Sparse', followup: { enabled: false } });
      const [row] = await world.admin.query<{ settings: object }>(
        'select settings from invitations.settings_profiles where id = $1',
        [sparse],
      );
      expect(row?.settings).toEqual({});
    });

    it('stores addresses with an international domain as mails have them', async () => {
      const tenant = newTenant();
      const { status, body } = await tenant.add({
        name: 'International',
        from_email: '\u202ainfo@Bücher.example\u202c',
        reply_to: 'info@例え.example\u00a0',
      });
      expect(status).toBe(200);
      const addresses = { from_email: 'info@xn--bcher-kva.example', reply_to: 'info@xn--r8jz45g.example' };
      expect((await tenant.get(body.id)).body.settings).toMatchObject(addresses);
    });

    it.each([
      ['from_email', 'büro@example.com', 'settings.from_email must have only ASCII characters before the @.'],
      [
        'reply_to',
        '"a b"@example.com',
        'settings.reply_to must be one email address without a name, such as bob@example.com.',
      ],
      [
        'reply_to',
        'info@xn--a.example',
        'settings.reply_to must be an email address such as bob@example.com.',
      ],
    ])('refuses the %s %j and stores nothing', async (field, address, msg) => {
      const tenant = newTenant();
      expect(await tenant.add({ name: 'A', [field]: address })).toMatchObject({
        status: 400,
        body: { field: `settings.${field}`, msg },
      });
      expect(await tenant.list()).toEqual([expect.objectContaining({ name: 'Default', default: true })]);
    });

    it('names the addresses that an upgrade removed, until each is set or confirmed', async () => {
      const tenant = newTenant();
      const id = await tenant.added({ name: 'Upgraded' });
      await world.admin.query(
        'update invitations.settings_profiles set removed_addresses = $2 where id = $1',
        [id, JSON.stringify({ from_email: 'info@xn--a.example', reply_to: 'büro@example.com' })],
      );
      const from = {
        setting: 'from_email',
        address: 'info@xn--a.example',
        msg: expect.stringContaining('null'),
      };
      const reply = {
        setting: 'reply_to',
        address: 'büro@example.com',
        msg: expect.stringContaining('null'),
      };
      const removed = async () => (await tenant.get(id)).body.removed_addresses;
      expect(await removed()).toEqual([from, reply]);
      expect(await tenant.list()).toMatchObject([{ removed_addresses: [from, reply] }]);
      await tenant.update(id, { subject: 'Hi', reply_to: 'also wrong' });
      expect(await removed()).toEqual([from, reply]);
      await tenant.update(id, { from_email: null });
      expect(await removed()).toEqual([reply]);
      await tenant.update(id, { reply_to: 'office@example.com' });
      expect(await removed()).toEqual([]);
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
      expect(await tenant.list()).toEqual([expect.objectContaining({ name: 'Default', default: true })]);
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

    it('has the zone of the account in every send window that has none of its own', async () => {
      const tenant = newTenant().by({ account_id: 77 });
      await knowBusiness(world, { subAccountId: tenant.id, accountId: 77, name: 'Acme' });
      const move = (zone: string | null) =>
        world.admin.query('update invitations.account_copies set time_zone = $1 where account_id = 77', [
          zone,
        ]);
      const zone = async (id?: number) => (await tenant.get(id)).body.settings.send_window.timezone as string;
      await move('Europe/Lisbon');
      expect(await zone()).toBe('Europe/Lisbon');
      const { settings } = (await tenant.get()).body;
      const copied = await tenant.added({ ...settings, name: 'Copied', default: false });
      const fixed = await tenant.added({ name: 'Fixed', send_window: { timezone: 'UTC' } });
      await move('Asia/Tokyo');
      expect([await zone(), await zone(copied), await zone(fixed)]).toEqual([
        'Asia/Tokyo',
        'Asia/Tokyo',
        'UTC',
      ]);
      await move(null);
      expect(await zone()).toBe('UTC');
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

    it('names settings_id in the 404 for an id that is no number', async () => {
      const answer = await world.as().delete('invitations', `${SETTINGS}/delete/x`);
      expect(answer).toMatchObject({
        status: 404,
        body: { msg: 'There is no settings_id "x": ids are positive integers such as 42.' },
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
      expect(await tenant.list()).toEqual([expect.objectContaining({ name: 'Default', default: true })]);
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

const USER: Partial<Principal> = {
  key_id: null,
  user_id: 5,
  main: true,
  session: { ref: 'ref', by_link: true, has_proof: true },
  names: { actor: 'office@example.com', company: 'Acme Agency', sub_account: 'Harbour Bakery' },
};
const ADDRESSES = {
  from_email: 'info@example.com',
  reply_to: 'help@elsewhere.example',
  review_url: 'https://elsewhere.example/review?token=secret',
  logo_url: 'https://elsewhere.example/logo.png',
};

describe('the maker of addresses in settings', () => {
  it.each(Object.entries(ADDRESSES))('sets %s only if it may forward', async (key, address) => {
    const tenant = newTenant();
    const id = await tenant.added({ name: 'A' });
    const expiring = tenant.by({ ends_on: '2030-01-01T00:00:00.000Z' });
    const expected = { status: 403, body: { code: 'forbidden', required: 'expires_on' } };
    expect(await expiring.add({ name: 'B', [key]: address })).toMatchObject(expected);
    expect(await expiring.update(id, { [key]: address })).toMatchObject({
      ...expected,
      body: { field: `settings.${key}` },
    });
    const session = { ref: 'ref', by_link: true, has_proof: false };
    expect(await tenant.by({ ...USER, session }).update(id, { [key]: address })).toMatchObject({
      status: 403,
      body: { code: 'proof_required', field: `settings.${key}` },
    });
    expect((await tenant.get(id)).body).toMatchObject({ settings: { [key]: null }, created_by: null });
    expect((await tenant.update(id, { [key]: address })).status).toBe(200);
    expect((await expiring.update(id, { delay: 4, [key]: address })).status).toBe(200);
    expect((await expiring.update(id, { [key]: null })).status).toBe(200);
  });

  it('is shown, with its name for callers that manage the whole account', async () => {
    const tenant = newTenant();
    const id = await tenant.by(USER).added({ name: 'A', reply_to: ADDRESSES.reply_to });
    const created_by = { type: 'user', id: 5, name: 'office@example.com' };
    expect((await tenant.by(USER).get(id)).body).toMatchObject({ created_by, paused_on: null });
    expect((await tenant.get(id)).body.created_by).toEqual({ ...created_by, name: null });
    expect(await tenant.by(USER).list()).toMatchObject([{ id, created_by, paused_on: null }]);
    await tenant.update(id, { subject: 'How was it?' });
    expect((await tenant.by(USER).get(id)).body).toMatchObject({ created_by });
    await tenant.update(id, { review_url: ADDRESSES.review_url });
    expect((await tenant.get(id)).body.created_by).toMatchObject({ type: 'key', id: 1 });
    await tenant.update(id, { review_url: null, reply_to: null });
    expect((await tenant.get(id)).body.created_by).toBeNull();
  });
});

describe('A settings profile whose maker was removed', () => {
  const names = { actor: 'Website', company: 'Acme Agency', sub_account: 'Harbour Bakery' };
  let recorder: EventRecorder;
  let keys = 500;
  const newKey = (): { key_id: number; names: typeof names } => ({ key_id: (keys += 1), names });
  const stateOf = async (tenant: Tenant, id: number): Promise<object> => (await tenant.get(id)).body;

  beforeAll(async () => (recorder = await world.recorder('forwarding.>')));

  it('is paused and announced once, and goes on for the caller that takes it over', async () => {
    const tenant = newTenant();
    const key = newKey();
    const id = await tenant.by(key).added({ name: 'After a visit', ...ADDRESSES });
    const other = await tenant.added({ name: 'Other', reply_to: 'info@example.com' });
    await settingsWorld.reduce({ maker_type: 'key', maker_id: key.key_id });
    await settingsWorld.reduce({ maker_type: 'key', maker_id: key.key_id });
    expect(await stateOf(tenant, id)).toMatchObject({ paused_on: expect.any(String) });
    expect(await stateOf(tenant, other)).toMatchObject({ paused_on: null });
    const events = await eventually(
      () => recorder.of(forwardingSettingsPaused).filter(({ data }) => data.id === id),
      ({ length }) => length > 0,
      'the pause to be announced',
    );
    expect(events).toMatchObject([
      {
        subaccountid: tenant.id,
        data: {
          what: 'invite_settings',
          name: 'After a visit',
          addresses: [
            'info@example.com',
            'help@elsewhere.example',
            'https://elsewhere.example/review',
            'https://elsewhere.example/logo.png',
          ],
          maker_type: 'key',
          maker_id: key.key_id,
          maker_name: 'Website',
        },
      },
    ]);
    await tenant.update(id, { logo_url: 'https://www.example.com/logo.png', delay: 5 });
    expect(await stateOf(tenant, id)).toMatchObject({
      paused_on: expect.any(String),
      created_by: { id: key.key_id },
    });
    const expiring = tenant.by({ ends_on: '2030-01-01T00:00:00.000Z' });
    expect(await expiring.takeOver(id)).toMatchObject({ status: 403, body: { field: 'take_over' } });
    for (const role of ['user', 'editor'] as const)
      expect(await tenant.by({ role }).takeOver(id)).toMatchObject({
        status: 403,
        body: { required: 'admin' },
      });
    expect((await tenant.takeOver(id)).status).toBe(200);
    expect(await stateOf(tenant, id)).toMatchObject({
      paused_on: null,
      created_by: { type: 'key', id: 1 },
      settings: { reply_to: ADDRESSES.reply_to, delay: 5 },
    });
  });

  it('goes on without its addresses', async () => {
    const tenant = newTenant();
    const key = newKey();
    const id = await tenant.by(key).added({ name: 'A', reply_to: ADDRESSES.reply_to });
    await settingsWorld.reduce({ maker_type: 'key', maker_id: key.key_id });
    await tenant.update(id, { reply_to: null });
    expect(await stateOf(tenant, id)).toMatchObject({ paused_on: null, created_by: null });
  });

  it('is paused if its maker lost its sub account, and not if it kept it', async () => {
    const tenant = newTenant();
    const id = await tenant.by(USER).added({ name: 'A', reply_to: ADDRESSES.reply_to });
    const user = { maker_type: 'user', maker_id: 5, removed: false } as const;
    await settingsWorld.reduce({ ...user, sub_accounts: [] });
    await settingsWorld.reduce({ ...user, sub_accounts: [tenant.id, 1] });
    expect(await stateOf(tenant, id)).toMatchObject({ paused_on: null });
    await settingsWorld.reduce({ ...user, sub_accounts: [1] });
    expect(await stateOf(tenant, id)).toMatchObject({ paused_on: expect.any(String) });
  });

  it('cannot be made by a request that was under way', async () => {
    const tenant = newTenant();
    const key = newKey();
    const id = await tenant.added({ name: 'A' });
    await settingsWorld.reduce({ maker_type: 'key', maker_id: key.key_id });
    const expected = { status: 401, body: { code: 'invalid_key' } };
    const late = tenant.by(key);
    expect(await late.add({ name: 'B', reply_to: ADDRESSES.reply_to })).toMatchObject(expected);
    expect(await late.update(id, { reply_to: ADDRESSES.reply_to })).toMatchObject(expected);
    expect(await tenant.list()).toHaveLength(1);
  });

  it('that is older than the pause has no maker and goes on', async () => {
    const tenant = newTenant();
    const key = newKey();
    const id = await tenant.by(key).added({ name: 'A', reply_to: ADDRESSES.reply_to });
    await world.admin.query('update invitations.settings_profiles set maker = null where id = $1', [id]);
    await settingsWorld.reduce({ maker_type: 'key', maker_id: key.key_id });
    expect(await stateOf(tenant, id)).toMatchObject({ paused_on: null, created_by: null });
  });
});
