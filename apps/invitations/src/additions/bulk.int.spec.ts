import {
  type Client,
  type RequestsWorld,
  startRequestsWorld,
  suppress,
} from '../requests/requests-world.suite';

const item = (n: number | string, more: object = {}) => ({ recipient: `person-${n}@example.com`, ...more });

describe('POST /invite/requests/add_bulk', () => {
  let world: RequestsWorld;
  let client: Client;

  beforeAll(async () => {
    world = await startRequestsWorld();
  });
  beforeEach(() => {
    client = world.newClient();
  });
  afterAll(() => world.close());

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
