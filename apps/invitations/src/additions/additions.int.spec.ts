import { eventually, type EventRecorder } from '@plaudit/testing';
import {
  type Client,
  type RequestsWorld,
  startRequestsWorld,
  suppress,
} from '../requests/requests-world.suite';

const DAY = 86_400;
/** Open at all times, so that nothing moves. */
const OPEN = { send_window: { enabled: false } };
const secondsOf = (date: unknown): number => Date.parse(`${String(date).replace(' ', 'T')}Z`) / 1_000;

describe('POST /invite/requests/add', () => {
  let world: RequestsWorld;
  let events: EventRecorder;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
    events = await world.recorder('invite.>');
  });
  beforeEach(() => {
    client = world.newClient();
  });
  afterAll(() => world.close());

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
