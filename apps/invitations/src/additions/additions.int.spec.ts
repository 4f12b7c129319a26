import { eventually, type EventRecorder } from '@plaudit/testing';
import { UNLIMITED } from '@plaudit/contracts';
import {
  type Client,
  type RequestsWorld,
  startRequestsWorld,
  suppress,
  markSent,
} from '../requests/requests-world.suite';
import { knowBusiness } from '../businesses/business.suite';

const DAY = 86_400;

/** Open at all times, so that nothing moves. */
const OPEN = { send_window: { enabled: false } };

const secondsOf = (date: unknown): number => Date.parse(`${String(date).replace(' ', 'T')}Z`) / 1_000;

let world: RequestsWorld;

beforeAll(async () => (world = await startRequestsWorld()));

afterAll(() => world.close());

describe('POST /invite/requests/add', () => {
  let events: EventRecorder;
  let client: Client;

  beforeAll(async () => {
    events = await world.recorder('invite.>');
  });
  beforeEach(() => {
    client = world.newClient();
  });

  const stored = async (): Promise<number> => {
    const rows = await world.admin.query('select 1 from invitations.requests where sub_account_id = $1', [
      client.subAccountId,
    ]);
    return rows.length;
  };

  it('stores every field, and returns the request as it is read later', async () => {
    world.channels.add(42);
    const profile = await client.profile({ name: 'Shop', ...OPEN });
    const schedule = new Date(Date.now() + 3 * DAY * 1_000).toISOString().slice(0, 19).replace('T', ' ');
    const answer = await client.add({
      recipient: 'Noa@Bücher.example',
      name: ' Noa \r\n Bergman ',
      type: 'email',
      schedule,
      settings_id: profile,
      data: { order: 'A-17', total: 12.5, gift: true, note: null },
      timezone: 'America/New_York',
      channels: [42],
      reference: 'order-1',
      followup: false,
      ignore_cooldown: true,
      unknown: 'ignored',
    });
    expect(answer).toMatchObject({ status: 200 });
    const { request } = answer.body;
    expect(request).toEqual({
      id: answer.body.id,
      type: 'email',
      status: 'pending',
      name: 'Noa Bergman',
      recipient: 'Noa@xn--bcher-kva.example',
      schedule,
      send_at: schedule,
      settings_id: profile,
      parent_id: null,
      step: 0,
      data: { order: 'A-17', total: 12.5, gift: true, note: null },
      channels: [42],
      reference: 'order-1',
      timezone: 'America/New_York',
      attempts: 0,
      skip_reason: null,
      error: null,
      delivery: null,
      message_id: null,
      segments: null,
      open_count: 0,
      click_count: 0,
      created_on: expect.any(String),
      updated_on: expect.any(String),
      sent_on: null,
      opened_on: null,
      clicked_on: null,
      reviewed_on: null,
      unsubscribed_on: null,
      cancelled_on: null,
      review_id: null,
    });
    expect((await client.get(`get/${answer.body.id}`)).body).toEqual(request);
    const event = await eventually(
      () => events.received.find(({ event: one }) => (one.data as { id: number }).id === answer.body.id),
      (found) => found !== undefined,
      'the event',
    );
    expect(event?.event).toMatchObject({ type: 'invite.queued', data: { reference: 'order-1', step: 0 } });
  });

  it.each([
    ['\ufeff noa.trim@Bücher.example\u00a0', 'noa.trim@xn--bcher-kva.example'],
    ['mailto:noa.link@example.com\u200b', 'noa.link@example.com'],
    ['\u202a+33 6 12 34 56 79\u202c', '+33612345679'],
  ])('reads the recipient %j alone, in a list and in an update', async (given, recipient) => {
    const client = world.newClient();
    const { id } = await client.added({ recipient: given });
    expect((await client.get(`get/${id}`)).body).toMatchObject({ recipient });
    const { body } = await client.bulk([{ recipient: given, ignore_cooldown: true }], {
      validate_only: true,
    });
    expect(body).toMatchObject({ valid: 1 });
    const update = await client.put(`update/${id}`, { recipient: given });
    expect(update.status).toBe(200);
    expect((await client.get(`get/${id}`)).body).toMatchObject({ recipient });
  });

  it('applies the delay of the settings, and an explicit delay instead', async () => {
    const profile = await client.profile({ name: 'Slow', delay: 5, delay_unit: 'hours', ...OPEN });
    const delays = await Promise.all(
      [{}, { delay: 90, delay_unit: 'minutes' }, { delay: 2 }, { delay: 0 }].map(async (more, n) => {
        const added = await client.added({ recipient: `a${n}@example.com`, settings_id: profile, ...more });
        // The row is stored a moment after the request arrived, which gives -0 if a second ends between them.
        return Math.abs(Math.round((secondsOf(added.schedule) - secondsOf(added.created_on)) / 60));
      }),
    );
    expect(delays).toEqual([300, 90, 2 * 1_440, 0]);
  });

  it('creates the default profile, whose delay is three days', async () => {
    const added = await client.added({ recipient: 'noa@example.com' });
    expect(Math.round((secondsOf(added.schedule) - secondsOf(added.created_on)) / DAY)).toBe(3);
    const list = await client.caller.get('invitations', '/public/v1/invite/settings/list');
    expect(list.body.settings).toMatchObject([{ id: added.settings_id, default: true }]);
  });

  it('moves the planned time into the send window of the recipient', async () => {
    const window = { timezone: 'UTC', start: '00:00', end: '00:00', days: [1, 2, 3, 4, 5, 6, 7] };
    const now = new Date();
    const tomorrow = ((now.getUTCDay() + 6) % 7) + 1 === 7 ? 1 : ((now.getUTCDay() + 6) % 7) + 2;
    const profile = await client.profile({ name: 'Days', send_window: { ...window, days: [tomorrow] } });
    const added = await client.added({ recipient: 'noa@example.com', settings_id: profile, delay: 0 });
    const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
    expect(added.send_at).toBe(midnight.toISOString().slice(0, 19).replace('T', ' '));
  });

  it.each([
    ['a past time as now', '2020-01-01 00:00:00', 0],
    [
      'an offset',
      () => new Date(Date.now() + DAY * 1_000).toISOString().replace(/\.\d+Z/, '+02:00'),
      DAY - 7_200,
    ],
  ])('reads a schedule with %s', async (_case, schedule, expected) => {
    const text = typeof schedule === 'string' ? schedule : schedule();
    const added = await client.added({ recipient: 'noa@example.com', schedule: text });
    expect(Math.abs(secondsOf(added.schedule) - secondsOf(added.created_on) - expected)).toBeLessThan(3);
  });

  describe('with reminders in the settings', () => {
    const steps = [
      { delay: 2, delay_unit: 'days' },
      { delay: 12, delay_unit: 'hours' },
    ];

    it('stores them at once, due when the message before them was sent', async () => {
      const profile = await client.profile({ name: 'Steps', followup: { enabled: true, steps }, ...OPEN });
      const root = await client.added({ recipient: 'noa@example.com', settings_id: profile, reference: 'r' });
      const { body } = await client.get(`get?parent_id=${root.id}&sort=ASC`);
      expect(body).toMatchObject({
        count: 2,
        items: [
          { step: 1, parent_id: root.id, status: 'pending', type: 'email', reference: null },
          { step: 2, parent_id: root.id, status: 'pending' },
        ],
      });
      const start = secondsOf(root.schedule);
      const planned = (body.items as { schedule: string }[]).map(
        ({ schedule }) => secondsOf(schedule) - start,
      );
      expect(planned).toEqual([2 * DAY, 2.5 * DAY]);
      const due = await world.admin.query(
        'select due_at is not null as due, step_delay from invitations.requests where sub_account_id = $1 order by id',
        [client.subAccountId],
      );
      expect(due).toEqual([
        { due: true, step_delay: null },
        { due: false, step_delay: 2 * DAY },
        { due: false, step_delay: DAY / 2 },
      ]);
    });

    it.each([
      ['followup is false', { recipient: 'noa@example.com', followup: false }],
      ['it is an SMS', { recipient: '+33612345678' }],
    ])('stores none if %s', async (_case, body) => {
      const profile = await client.profile({ name: 'Steps', followup: { enabled: true, steps } });
      await client.added({ ...body, settings_id: profile });
      expect(await stored()).toBe(1);
    });

    it('stores none if the request is skipped', async () => {
      const profile = await client.profile({ name: 'Steps', followup: { enabled: true, steps } });
      await suppress(world, client.subAccountId, 'noa@example.com');
      await client.added({ recipient: 'noa@example.com', settings_id: profile });
      expect(await stored()).toBe(1);
    });
  });

  describe('with a reference', () => {
    it('returns the first request to every repeat, whatever else it says', async () => {
      const first = await client.add({ recipient: 'noa@example.com', reference: 'order-7' });
      const repeats = [
        { recipient: 'noa@example.com', reference: 'order-7' },
        { recipient: 'lena@example.com', reference: 'order-7', settings_id: 999_999 },
      ];
      for (const repeat of repeats) expect((await client.add(repeat)).body).toEqual(first.body);
      expect(await stored()).toBe(1);
      const other = await world.newClient().add({ recipient: 'noa@example.com', reference: 'order-7' });
      expect(other.body.id).not.toBe(first.body.id);
    });

    it('stores one row when requests with it arrive at the same time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 2
            ? client.add({ recipient: `n${n}@example.com`, reference: 'raced' })
            : client.bulk([{ recipient: `n${n}@example.com`, reference: 'raced' }]),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const ids = answers.map(({ body }) => (body.id ?? body.ids[0]) as number);
      expect(new Set(ids).size).toBe(1);
      expect(await stored()).toBe(1);
    });

    it('can be used again after the request was deleted', async () => {
      const first = await client.added({ recipient: 'noa@example.com', reference: 'again' });
      await client.caller.delete('invitations', `/public/v1/invite/requests/delete/${first.id}`);
      const second = await client.added({ recipient: 'noa@example.com', reference: 'again' });
      expect(second.id).not.toBe(first.id);
    });
  });

  it('runs concurrent requests with the same Idempotency-Key once', async () => {
    const send = () => client.add({ recipient: 'noa@example.com' }, { 'idempotency-key': 'k-1' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await stored()).toBe(1);
  });

  describe('with channels', () => {
    it('asks their owner about a channel that is not copied yet, and about no other', async () => {
      await world.admin.query(
        `insert into invitations.channel_copies (id, account_id, sub_account_id, type, label, name, version)
         values ($1, 1, $2, 'google', 'Google', 'Shop', 1)`,
        [client.subAccountId * 1_000, client.subAccountId],
      );
      const asked = world.questions();
      await client.added({ recipient: 'a@example.com', channels: [client.subAccountId * 1_000] });
      expect(world.questions()).toBe(asked);
      world.channels.add(77);
      await client.added({ recipient: 'b@example.com', channels: [77] });
      expect(world.questions()).toBe(asked + 1);
    });

    it('refuses a channel that does not exist or belongs to another sub account', async () => {
      expect(await client.add({ recipient: 'a@example.com', channels: [77, 4_711] })).toMatchObject({
        status: 400,
        body: { code: 'invalid_value', field: 'channels', msg: expect.stringContaining('4711') },
      });
    });
  });

  it('refuses settings of another sub account', async () => {
    const foreign = await world.newClient().profile({ name: 'Foreign' });
    expect(await client.add({ recipient: 'a@example.com', settings_id: foreign })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'settings_id' },
    });
  });
});

const GOOD = { recipient: 'noa@example.com' };

const inAYear = new Date(Date.now() + 366 * 86_400_000).toISOString();

describe('POST /invite/requests/add given bad input', () => {
  let client: Client;

  beforeAll(async () => {
    client = world.newClient();
  });

  it.each<[string, object, string, string]>([
    ['no recipient', {}, 'missing_field', 'recipient'],
    ['a number as recipient', { recipient: 33_612_345_678 }, 'validation_failed', 'recipient'],
    ['several recipients', { recipient: ['a@example.com'] }, 'validation_failed', 'recipient'],
    ['two addresses', { recipient: 'a@x.com, b@y.com' }, 'invalid_recipient', 'recipient'],
    ['10,000 addresses', { recipient: 'a@x.com,'.repeat(10_000) }, 'validation_failed', 'recipient'],
    ['a name with the address', { recipient: 'Bob <a@x.com>' }, 'invalid_recipient', 'recipient'],
    [
      'a header after the address',
      { recipient: 'a@x.com\r\nBcc: b@x.com' },
      'invalid_recipient',
      'recipient',
    ],
    ['a quoted local part', { recipient: '"a b"@x.com' }, 'invalid_recipient', 'recipient'],
    ['a local part outside ASCII', { recipient: 'nöa@x.com' }, 'invalid_recipient', 'recipient'],
    ['a landline', { recipient: '+33 1 42 68 53 00' }, 'invalid_recipient', 'recipient'],
    ['a national number without country', { recipient: '0612345678' }, 'invalid_recipient', 'recipient'],
    [
      'a country that does not exist',
      { recipient: '0612345678', country: 'XX' },
      'invalid_recipient',
      'country',
    ],
    ['a name of a country', { recipient: '0612345678', country: 'France' }, 'validation_failed', 'country'],
    [
      'a phone number as email',
      { recipient: '+33612345678', type: 'email' },
      'invalid_recipient',
      'recipient',
    ],
    ['an address as sms', { ...GOOD, type: 'sms' }, 'invalid_recipient', 'recipient'],
    ['an unknown type', { ...GOOD, type: 'fax' }, 'validation_failed', 'type'],
    ['a long name', { ...GOOD, name: 'x'.repeat(121) }, 'validation_failed', 'name'],
    ['a control character in the name', { ...GOOD, name: 'No\u0000a' }, 'invalid_value', 'name'],
    ['half of a surrogate pair', { ...GOOD, name: '\ud83d' }, 'invalid_value', 'name'],
    [
      'schedule and delay',
      { ...GOOD, schedule: '2026-01-01 00:00:00', delay: 0 },
      'schedule_conflict',
      'delay',
    ],
    ['a unit without a delay', { ...GOOD, delay_unit: 'days' }, 'missing_field', 'delay'],
    ['an unknown unit', { ...GOOD, delay: 1, delay_unit: 'weeks' }, 'validation_failed', 'delay_unit'],
    ['half a day', { ...GOOD, delay: 0.5 }, 'validation_failed', 'delay'],
    ['366 days', { ...GOOD, delay: 366 }, 'validation_failed', 'delay'],
    ['8,761 hours', { ...GOOD, delay: 8_761, delay_unit: 'hours' }, 'validation_failed', 'delay'],
    ['a date without a time', { ...GOOD, schedule: '2026-09-20' }, 'invalid_date', 'schedule'],
    ['31 February', { ...GOOD, schedule: '2027-02-31 00:00:00' }, 'invalid_date', 'schedule'],
    ['a word as schedule', { ...GOOD, schedule: 'tomorrow' }, 'invalid_date', 'schedule'],
    ['Unix seconds', { ...GOOD, schedule: 1_790_000_000 }, 'validation_failed', 'schedule'],
    ['a schedule in a year', { ...GOOD, schedule: inAYear }, 'invalid_date', 'schedule'],
    ['an offset as time zone', { ...GOOD, timezone: '+02:00' }, 'validation_failed', 'timezone'],
    ['a time zone that does not exist', { ...GOOD, timezone: 'Mars/Base' }, 'validation_failed', 'timezone'],
    ['a text as settings_id', { ...GOOD, settings_id: '1' }, 'validation_failed', 'settings_id'],
    ['channels that are no list', { ...GOOD, channels: 1 }, 'validation_failed', 'channels'],
    ['a channel twice', { ...GOOD, channels: [1, 1] }, 'validation_failed', 'channels'],
    [
      '11 channels',
      { ...GOOD, channels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
      'validation_failed',
      'channels',
    ],
    ['an empty reference', { ...GOOD, reference: '' }, 'validation_failed', 'reference'],
    ['an invisible reference', { ...GOOD, reference: '\u200b' }, 'validation_failed', 'reference'],
    ['a long reference', { ...GOOD, reference: 'x'.repeat(101) }, 'validation_failed', 'reference'],
    ['a text as followup', { ...GOOD, followup: 'false' }, 'validation_failed', 'followup'],
    ['a number as ignore_cooldown', { ...GOOD, ignore_cooldown: 1 }, 'validation_failed', 'ignore_cooldown'],
    ['data that is a list', { ...GOOD, data: [] }, 'validation_failed', 'data'],
    ['data that is null', { ...GOOD, data: null }, 'validation_failed', 'data'],
    ['data of depth 2', { ...GOOD, data: { a: { b: 1 } } }, 'validation_failed', 'data'],
    ['data with a list', { ...GOOD, data: { a: [1] } }, 'validation_failed', 'data'],
    ['a key in capitals', { ...GOOD, data: { Order: 1 } }, 'validation_failed', 'data'],
    ['a key with a newline', { ...GOOD, data: { 'a\nb': 1 } }, 'validation_failed', 'data'],
    ['21 keys', { ...GOOD, data: keys(21) }, 'validation_failed', 'data'],
    ['5 KB of data', { ...GOOD, data: { a: 'x'.repeat(5_000) } }, 'validation_failed', 'data'],
    [
      '4 KB of data in two bytes each',
      { ...GOOD, data: { a: 'é'.repeat(2_100) } },
      'validation_failed',
      'data',
    ],
    [
      '__proto__ in data',
      { ...GOOD, data: JSON.parse('{"__proto__":{"a":1}}') as object },
      'invalid_value',
      'data.__proto__',
    ],
    ['constructor in data', { ...GOOD, data: { constructor: 'x' } }, 'invalid_value', 'data.constructor'],
    ['a control character in data', { ...GOOD, data: { a: '\u0007' } }, 'invalid_value', 'data.a'],
  ])('refuses %s', async (_case, body, code, field) => {
    const answer = await client.add(body);
    expect(answer).toMatchObject({ status: 400, body: { success: false, code, field } });
    expect(answer.body.msg).toMatch(/^\S.*\.$/);
  });

  it.each(['recipient', 'name', 'schedule'])(
    'says that %s must be a string if it is a number',
    async (field) => {
      const { body } = await client.add({ ...GOOD, [field]: 5 });
      expect(body).toMatchObject({ field, msg: `${field} must be a string.` });
    },
  );

  it('asks for the country of a national number', async () => {
    const { body } = await client.add({ recipient: '0612345678' });
    expect(body.msg).toContain('otherwise send country too');
  });

  it('accepts 20 keys, HTML, emoji and line breaks as the text that they are', async () => {
    const data = { ...keys(19), html: '<script>alert("x")</script>\r\nBcc: b@example.com' };
    const added = await client.added({ ...GOOD, name: '<b>Noa</b>\r\nBcc: x 👩‍👩‍👧', data });
    expect(added).toMatchObject({ name: '<b>Noa</b> Bcc: x 👩‍👩‍👧', data });
  });

  it('accepts null where the record has null', async () => {
    const nothing = { name: null, timezone: null, channels: null, reference: null };
    expect(await client.added({ recipient: 'lena@example.com', ...nothing })).toMatchObject(nothing);
  });

  it('changed nothing in the objects of this process', () => {
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
}

const item = (n: number | string, more: object = {}) => ({ recipient: `person-${n}@example.com`, ...more });

describe('POST /invite/requests/add_bulk', () => {
  let client: Client;

  beforeEach(() => {
    client = world.newClient();
  });

  const rows = async (): Promise<unknown> =>
    world.admin.query(
      `select (select count(*) from invitations.requests) as requests, (select count(*) from invitations.activity) as activity,
         (select count(*) from invitations.settings_profiles) as profiles, (select count(*) from invitations.lanes) as lanes,
         (select count(*) from invitations.idempotency_keys) as keys`,
    );

  it('returns an error for each item although they name more channels than one question may have', async () => {
    const items = Array.from({ length: 150 }, (_value, n) =>
      item(n, { channels: Array.from({ length: 10 }, (_id, place) => 90_000 + n * 10 + place) }),
    );
    expect(await client.bulk(items)).toMatchObject({ status: 200, body: { total: 150, invalid: 150 } });
  });

  it('adds the valid items and returns an error for each invalid one', async () => {
    const profile = await client.profile({ name: 'Other' });
    const stored = await client.added(item('stored', { reference: 'r-0' }));
    await suppress(world, client.subAccountId, 'person-9@example.com');
    const { status, body } = await client.bulk(
      [
        item(1),
        item(2, { settings_id: 999_999 }),
        { recipient: 'PERSON-1@Example.com' },
        item(4, { reference: 'r-0' }),
        item(5, { reference: 'r-5', settings_id: profile }),
        item(6, { reference: 'r-5' }),
        { recipient: '0612345678' },
        { recipient: '0612345678', country: 'FR' },
        item(8, { delay: 1, schedule: '2026-01-01 00:00:00' }),
        item(9),
        'request',
        item(11, { channels: [1] }),
        item(12, { name: 'a\u0000b' }),
        item('stored'),
      ],
      { settings_id: profile },
    );
    expect(status).toBe(200);
    const error = (index: number, field: string | null, code: string) => ({
      index,
      field,
      code,
      msg: expect.any(String),
    });
    expect(body).toEqual({
      success: true,
      validate_only: false,
      total: 14,
      valid: 7,
      invalid: 7,
      inserted: 5,
      ids: [
        expect.any(Number),
        null,
        null,
        stored.id,
        expect.any(Number),
        body.ids[4],
        null,
        expect.any(Number),
        null,
        expect.any(Number),
        null,
        null,
        null,
        expect.any(Number),
      ],
      errors: [
        error(1, 'settings_id', 'invalid_value'),
        error(2, 'recipient', 'invalid_recipient'),
        error(6, 'recipient', 'invalid_recipient'),
        error(8, 'delay', 'schedule_conflict'),
        error(10, null, 'validation_failed'),
        error(11, 'channels', 'invalid_value'),
        error(12, 'name', 'invalid_value'),
      ],
    });
    expect(body.errors[1].msg).toContain('duplicate recipient in this request: item 0');
    const { body: list } = await client.get('get?sort=ASC&limit=100');
    expect(
      list.items.map(({ recipient, status: state, settings_id }: Record<string, unknown>) => [
        recipient,
        state,
        settings_id === profile,
      ]),
    ).toEqual([
      ['person-stored@example.com', 'pending', true],
      ['person-1@example.com', 'pending', true],
      ['person-5@example.com', 'pending', true],
      ['+33612345678', 'pending', true],
      ['person-9@example.com', 'skipped', true],
      ['person-stored@example.com', 'skipped', true],
    ]);
  });

  it('refuses each item with the error that POST /invite/requests/add gives', async () => {
    const bad = [
      {},
      { recipient: 7 },
      item(1, { name: 'x'.repeat(121) }),
      item(2, { data: { a: {} } }),
      item(3, { schedule: 'tomorrow' }),
      item(4, { timezone: '+02:00' }),
      item(5, { settings_id: 0 }),
      item(6, { delay: -1 }),
      { recipient: 'a@example.com, b@example.com' },
    ];
    const alone = await Promise.all(bad.map((body) => client.add(body)));
    const together = await client.bulk(bad);
    expect(together.body.errors).toEqual(
      alone.map(({ body }, index) => ({ index, field: body.field ?? null, code: body.code, msg: body.msg })),
    );
  });

  it('returns the ids of 500 items in order, with their reminders', async () => {
    const settings_id = await client.profile({ name: 'S', followup: { enabled: true } });
    const items = Array.from({ length: 500 }, (_, n) => item(n, { reference: `ref-${n}` }));
    const { body } = await client.bulk(items, { settings_id });
    expect(body).toMatchObject({ valid: 500, inserted: 500, errors: [] });
    const roots = await world.admin.query<{ id: string; recipient: string }>(
      'select id, recipient from invitations.requests where sub_account_id = $1 and step = 0',
      [client.subAccountId],
    );
    const byId = new Map(roots.map(({ id, recipient }) => [Number(id), recipient]));
    expect((body.ids as number[]).map((id) => byId.get(id))).toEqual(items.map(({ recipient }) => recipient));
    expect((await client.get('get?limit=1')).body.count).toBe(2_000);
    const repeat = await client.bulk(items, { settings_id });
    expect(repeat.body).toMatchObject({ valid: 500, inserted: 0, ids: body.ids });
  });

  it('adds each person once and without a deadlock when requests name the same ones in different orders', async () => {
    const items = Array.from({ length: 80 }, (_, n) => item(n, { reference: `raced-${n}` }));
    const few = items.slice(0, 40);
    const answers = await Promise.all([
      client.bulk(items),
      client.bulk([...few].reverse()),
      client.bulk(few),
      client.bulk([...items].reverse()),
      ...items.slice(0, 10).map((one) => client.add(one)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(200));
    const { body } = await client.get('get?limit=1');
    expect(body.count).toBe(80);
  });

  describe('with validate_only', () => {
    it('returns the errors of the real call and stores nothing, not even the default profile', async () => {
      await suppress(world, client.subAccountId, 'person-2@example.com');
      const items = [item(1), item(1), item(2), item(3, { settings_id: 999_999 }), {}];
      const before = await rows();
      const dry = await client.bulk(items, { validate_only: true }, { 'idempotency-key': 'dry' });
      expect(dry.body).toMatchObject({
        validate_only: true,
        valid: 2,
        inserted: 0,
        ids: Array(5).fill(null),
      });
      expect(await rows()).toEqual(before);
      const wet = await client.bulk(items, {}, { 'idempotency-key': 'dry' });
      expect(wet.body).toMatchObject({ valid: 2, inserted: 2, errors: dry.body.errors });
    });
  });

  it.each([
    ['no list', {}, 'missing_field', 'requests'],
    ['an object', { requests: {} }, 'validation_failed', 'requests'],
    ['an empty list', { requests: [] }, 'bulk_empty', 'requests'],
    ['501 items', { requests: Array(501).fill({}) }, 'bulk_too_large', 'requests'],
    ['10,000 items', { requests: Array(10_000).fill({}) }, 'bulk_too_large', 'requests'],
    [
      'a text as validate_only',
      { requests: [{}], validate_only: 'true' },
      'validation_failed',
      'validate_only',
    ],
    ['a text as settings_id', { requests: [{}], settings_id: '5' }, 'validation_failed', 'settings_id'],
    ['null as settings_id', { requests: [{}], settings_id: null }, 'validation_failed', 'settings_id'],
  ])('refuses %s', async (_case, body, code, field) => {
    const answer = await client.caller.post('invitations', '/public/v1/invite/requests/add_bulk', { body });
    expect(answer).toMatchObject({ status: 400, body: { code, field } });
  });
});

describe('POST /invite/requests/add on a server without a mail server and a provider of SMS', () => {
  let world: RequestsWorld;
  beforeAll(async () => {
    world = await startRequestsWorld({ SMTP_URL: '', MAIL_FROM: '', SMS_PROVIDER: 'none' });
  });
  afterAll(() => world.close());

  it.each([
    ['noa@example.com', 'this server cannot send email'],
    ['+33612345678', 'this server cannot send SMS'],
  ])('says to a request to %s: %s', async (recipient, what) => {
    const answer = await world.newClient().add({ recipient });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_value', field: 'type' } });
    expect(answer.body.msg).toContain(what);
    expect(answer.body.msg).not.toMatch(/[A-Z]{3,}_[A-Z]/);
  });
});

describe('POST /invite/requests/add', () => {
  let client: Client;

  beforeEach(() => {
    client = world.newClient();
  });

  describe('to a person who was invited before', () => {
    const profileWith = (days: number) => client.profile({ name: 'Cool', cooldown: { days }, ...OPEN });

    it.each([
      [30 * DAY, 'pending'],
      [30 * DAY - 60, 'skipped'],
    ])('is, %i seconds after a cooldown of 30 days began, %s', async (secondsAgo, status) => {
      const settings_id = await profileWith(30);
      const first = await client.added({ recipient: 'Noa@example.com', settings_id });
      await markSent(world, first.id, secondsAgo);
      const second = await client.added({ recipient: 'noa@EXAMPLE.com', settings_id, delay: 0 });
      expect(second).toMatchObject({ status, skip_reason: status === 'skipped' ? 'cooldown' : null });
    });

    it('is skipped with its reason in the activity while another one waits', async () => {
      await client.added({ recipient: 'noa@example.com' });
      const second = await client.added({ recipient: 'noa@example.com' });
      expect(second).toMatchObject({ status: 'skipped', skip_reason: 'cooldown', send_at: null });
      const { body } = await client.get(`activity/${second.id}`);
      expect(body.activity).toMatchObject([
        { type: 'queued', source: 'api', status: 'ok', detail: null },
        { type: 'skipped', source: 'system', detail: { reason: 'cooldown' } },
      ]);
    });

    it('waits with ignore_cooldown, without a cooldown, and in another sub account', async () => {
      const settings_id = await profileWith(0);
      await client.added({ recipient: 'noa@example.com' });
      const others = [
        await client.added({ recipient: 'noa@example.com', ignore_cooldown: true }),
        await client.added({ recipient: 'noa@example.com', settings_id }),
        await world.newClient().added({ recipient: 'noa@example.com' }),
      ];
      expect(others.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    });

    it('is at least twelve hours after the last message', async () => {
      const settings_id = await profileWith(0);
      const first = await client.added({ recipient: 'noa@example.com', settings_id });
      await markSent(world, first.id, 3_600);
      const second = await client.added({ recipient: 'noa@example.com', settings_id, delay: 0 });
      const wait = secondsOf(second.send_at) - secondsOf(second.created_on);
      expect(Math.abs(wait - 11 * 3_600)).toBeLessThan(10);
    });

    it('waits once when requests arrive at the same time', async () => {
      const requests = Array.from({ length: 6 }, (_, n) =>
        n % 2
          ? client.add({ recipient: 'noa@example.com' })
          : client.bulk([{ recipient: 'NOA@example.com' }, { recipient: `other${n}@example.com` }]),
      );
      expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(6).fill(200));
      const { body } = await client.get('get?recipient=noa@example.com');
      const statuses = (body.items as { status: string }[]).map(({ status }) => status).sort();
      expect(statuses).toEqual(['pending', ...Array<string>(5).fill('skipped')]);
    });
  });

  it.each([
    ['unsubscribed', 'suppressed_unsubscribed'],
    ['bounce', 'suppressed_bounce'],
    ['complaint', 'suppressed_complaint'],
    ['manual', 'suppressed_manual'],
  ])(
    'skips a person on the suppression list because of %s, also with ignore_cooldown',
    async (reason, skip) => {
      await suppress(world, client.subAccountId, 'noa@example.com', reason);
      const added = await client.added({ recipient: 'NOA@example.com', name: 'Noa', ignore_cooldown: true });
      expect(added).toMatchObject({ status: 'skipped', skip_reason: skip, recipient: 'NOA@example.com' });
    },
  );

  it('stores nothing about a person who was erased', async () => {
    await suppress(world, client.subAccountId, 'noa@example.com', 'erased');
    const added = await client.added({ recipient: 'noa@example.com', name: 'Noa B', data: { order: '1' } });
    expect(added).toMatchObject({ status: 'skipped', recipient: '', name: null, data: {} });
  });

  describe('with a limited plan', () => {
    const limited = (limit: number, account: number): Client =>
      world.newClient({ account_id: account, limits: { ...UNLIMITED, invites_month: limit } });

    it('counts sent and pending first messages of the whole account', async () => {
      const [one, two] = [limited(3, 51), limited(3, 51)] as const;
      const settings_id = await one.profile({ name: 'S', followup: { enabled: true } });
      await one.added({ recipient: 'a@example.com', settings_id });
      await world.admin.query(
        "insert into invitations.month_sends values (51, date_trunc('month', now() at time zone 'UTC'), 1)",
      );
      await two.added({ recipient: 'b@example.com' });
      expect(await two.add({ recipient: 'c@example.com' })).toMatchObject({
        status: 402,
        body: { code: 'invite_credits_exhausted', limit: 3, used: 3 },
      });
      const skipped = await two.added({ recipient: 'b@example.com' });
      expect(skipped.status).toBe('skipped');
    });

    it('never exceeds it when requests arrive at the same time', async () => {
      const clients = [limited(5, 52), limited(5, 52)] as const;
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          const recipient = `n${n}@example.com`;
          return (clients[n % 2] as Client).add({ recipient });
        }),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      expect(statuses.filter((status) => status === 402)).toHaveLength(7);
    });

    it('refuses the items of a bulk from the first one that is too much', async () => {
      const one = limited(2, 53);
      await suppress(world, one.subAccountId, 'b@example.com');
      const { body } = await one.bulk(
        ['a', 'b', 'c', 'd', 'e'].map((n) => ({ recipient: `${n}@example.com` })),
      );
      expect(body).toMatchObject({
        valid: 3,
        inserted: 3,
        ids: [...Array(3).fill(expect.any(Number)), null, null],
      });
      expect(body.errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
        [3, 'invite_credits_exhausted'],
        [4, 'invite_credits_exhausted'],
      ]);
    });
  });

  it('refuses a sub account whose plan has no invitations', async () => {
    await knowBusiness(world, { subAccountId: client.subAccountId, name: 'Shop', main: true, invite: false });
    expect(await client.add({ recipient: 'noa@example.com' })).toMatchObject({
      status: 402,
      body: { code: 'plan_feature_missing' },
    });
  });
});
