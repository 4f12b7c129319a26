import { reviewUpdated, inviteAnswered } from '@plaudit/contracts';
import {
  buildPrincipal,
  type Caller,
  type EventRecorder,
  startWorld,
  type World,
  administer,
  eventually,
  buildEvent,
  waitUntilConsumed,
} from '@plaudit/testing';
import { InvitationsStub } from './invitations-stub.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

const ERASE = '/public/v1/privacy/erase';

const review = (n: number | string, overrides: object = {}) => ({
  from_name: 'Noa Bergman',
  text: `Text ${n}.`,
  posted_on: '2026-01-31',
  from_email: 'noa@example.com',
  ...overrides,
});

describe('POST /privacy/erase', () => {
  let world: World;
  let client: Caller;
  let events: EventRecorder;
  let subAccount = 100;

  let invitations: InvitationsStub;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { ...REVIEWS_ALONE.settings, INVITATIONS_URL: invitations.url };
    world = await startWorld({
      services: [{ ...REVIEWS_ALONE, settings }],
    });
    events = await world.recorder('review.>');
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount, main: false });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });

  const erase = (body: object) => client.post('reviews', ERASE, { body });
  async function add(body: object): Promise<number> {
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }
  const read = async (id: number) => (await client.get('reviews', `/public/v1/reviews/get/${id}`)).body;
  const row = async (id: number) =>
    (
      await world.admin.query<Record<string, unknown>>('select * from reviews.reviews where id = $1', [id])
    )[0];

  it('keeps rating, date, tags and text, and removes everything that names or shows the author', async () => {
    const id = await add(
      review(1, {
        text: 'Lovely. Yours, Noa Bergman (noa@example.com)',
        from_email: 'Noa@Example.com',
        from_image: 'https://cdn.example.com/noa.jpg',
        from_url: 'https://example.com/people/noa',
        post_url: 'https://example.com/reviews/77',
        external_id: 'order-17',
        rating_value: 4,
        status: 1,
        tags: ['bread'],
        additional: { order: 'A-17', phone: '+33 1' },
        media: [{ type: 'image', url: 'https://cdn.example.com/noa-2.jpg' }],
        language: 'en',
      }),
    );
    const other = await add(review(2, { from_email: 'ben@example.com' }));
    const untouched = await read(other);
    expect(await erase({ from_email: 'NOA@example.COM' })).toMatchObject({
      status: 200,
      body: { success: true, reviews: 1 },
    });
    expect(await read(id)).toMatchObject({
      from_name: 'Anonymous',
      text: 'Lovely. Yours, […] ([…])',
      from_image: null,
      from_url: null,
      post_url: null,
      additional: null,
      media: [],
      reply: null,
      rating_value: 4,
      posted_on: '2026-01-31 00:00:00',
      status: 'approved',
      tags: [{ name: 'bread' }],
      language: 'en',
    });
    expect(JSON.stringify(await row(id))).not.toMatch(/noa|bergman|order-17|A-17/i);
    expect(await read(other)).toEqual(untouched);
    const event = await events.waitForOne(reviewUpdated, id);
    expect(event).toMatchObject({
      aggregateversion: 2,
      data: {
        from_name: 'Anonymous',
        previous_status: 'approved',
        changed: expect.arrayContaining(['text', 'media']),
      },
    });
    expect(JSON.stringify(event)).not.toMatch(/noa|bergman|from_email/i);
  });

  it('keeps a hash of the person and stores their later reviews anonymously', async () => {
    const text = 'I, Noa Bergman, came again.';
    expect(await erase({ recipient: 'noa@example.com' })).toMatchObject({ body: { reviews: 0 } });
    const kept = await world.admin.query('select * from reviews.suppressions where sub_account_id = $1', [
      subAccount,
    ]);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('noa');
    const id = await add(review(1, { text, from_image: 'https://cdn.example.com/noa.jpg' }));
    expect(await read(id)).toMatchObject({
      from_name: 'Anonymous',
      text: 'I, […], came again.',
      from_image: null,
    });
    expect(JSON.stringify(await row(id))).not.toMatch(/noa|bergman/i);
    const bulk = await client.post('reviews', '/public/v1/reviews/add_bulk', {
      body: { reviews: [review(1, { text }), review(2), review(3, { from_email: null })] },
    });
    expect(bulk.body).toMatchObject({ inserted: 2, errors: [{ index: 0, existing_id: id }] });
    expect((await read(bulk.body.ids[1])).from_name).toBe('Anonymous');
    expect((await read(bulk.body.ids[2])).from_name).toBe('Noa Bergman');
  });

  it.each(['add', '%61dd'])(
    'forgets the response that a repeat of POST /reviews/%s would get',
    async (path) => {
      const headers = { 'idempotency-key': 'noa-1' };
      const addOnce = () =>
        client.post('reviews', `/public/v1/reviews/${path}`, { body: review(1), headers });
      const added = await addOnce();
      expect((await addOnce()).body).toEqual(added.body);
      await erase({ from_email: 'noa@example.com' });
      const again = await addOnce();
      expect(again).toMatchObject({
        status: 400,
        body: { code: 'duplicate_review', existing_id: added.body.id },
      });
      const kept = await world.admin.query('select body from reviews.idempotency_keys');
      expect(JSON.stringify(kept)).not.toContain('Bergman');
    },
  );

  it('lets an import of the erased review be refused as a duplicate', async () => {
    const id = await add(review(1));
    await erase({ from_email: 'noa@example.com' });
    const again = await client.post('reviews', '/public/v1/reviews/add', { body: review(1) });
    expect(again).toMatchObject({ status: 400, body: { code: 'duplicate_review', existing_id: id } });
  });

  it('anonymises hundreds of reviews, and none the second time', async () => {
    const many = Array.from({ length: 230 }, (_, n) => review(n));
    await client.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews: many } });
    expect((await erase({ from_email: 'noa@example.com' })).body.reviews).toBe(230);
    expect((await erase({ from_email: 'noa@example.com' })).body.reviews).toBe(0);
    const names = await world.admin.query(
      'select from_name, count(*)::integer as count from reviews.reviews where sub_account_id = $1 group by 1',
      [subAccount],
    );
    expect(names).toEqual([{ from_name: 'Anonymous', count: 230 }]);
  });

  it('leaves no personal data when reviews are added at the same time', async () => {
    const adding = Array.from({ length: 12 }, (_, n) =>
      n % 3
        ? client.post('reviews', '/public/v1/reviews/add', { body: review(n) })
        : client.post('reviews', '/public/v1/reviews/add_bulk', {
            body: { reviews: [review(`${n}a`), review(`${n}b`)] },
          }),
    );
    const answers = await Promise.all([...adding, erase({ from_email: 'noa@example.com' })]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const left = await world.admin.query(
      "select 1 from reviews.reviews where sub_account_id = $1 and (from_email is not null or from_name <> 'Anonymous')",
      [subAccount],
    );
    expect(left).toEqual([]);
  });

  it('does not change other sub accounts', async () => {
    const id = await add(review(1));
    const owner = client;
    client = world.as(buildPrincipal({ account_id: 2, sub_account_id: ++subAccount, main: false }));
    expect((await erase({ from_email: 'noa@example.com' })).body.reviews).toBe(0);
    client = owner;
    expect((await read(id)).from_name).toBe('Noa Bergman');
    expect((await read(await add(review(2)))).from_name).toBe('Noa Bergman');
  });

  it.each(['editor', 'user'] as const)('refuses a key of the role %s', async (role) => {
    client = world.as({ sub_account_id: subAccount, role });
    const refused = await erase({ from_email: 'noa@example.com' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden', required: 'admin' } });
    expect(
      await world.admin.query('select 1 from reviews.suppressions where sub_account_id = $1', [subAccount]),
    ).toEqual([]);
  });

  it('refuses an admin key without the scope reviews:write', async () => {
    client = world.as({ sub_account_id: subAccount, scopes: ['reviews:read'] });
    expect(await erase({ from_email: 'noa@example.com' })).toMatchObject({
      status: 403,
      body: { required: 'reviews:write' },
    });
  });

  it.each([
    ['a body without an address', {}, 'recipient', 'missing_field'],
    [
      'both fields',
      { recipient: 'a@example.com', from_email: 'a@example.com' },
      'from_email',
      'invalid_value',
    ],
    ['a null address', { from_email: null }, 'from_email', 'validation_failed'],
    ['an empty address', { from_email: '' }, 'from_email', 'validation_failed'],
    ['text that is not an address', { recipient: 'noa' }, 'recipient', 'validation_failed'],
    ['a national phone number', { recipient: '0612345678' }, 'recipient', 'validation_failed'],
    ['a phone number with blanks', { recipient: '+33 6 12 34 56 78' }, 'recipient', 'validation_failed'],
    ['a phone number as an author', { from_email: '+33612345678' }, 'from_email', 'validation_failed'],
    ['a pattern', { recipient: '%@example.com' }, null, null],
    ['two addresses', { recipient: 'a@example.com, b@example.com' }, 'recipient', 'validation_failed'],
    ['a named address', { recipient: 'Noa <noa@example.com>' }, 'recipient', 'validation_failed'],
    ['a list', { from_email: ['noa@example.com'] }, 'from_email', 'validation_failed'],
    ['an object', { from_email: { like: '%' } }, 'from_email', 'validation_failed'],
    ['a number', { recipient: 1 }, 'recipient', 'validation_failed'],
    [
      'an address of 1 MB',
      { recipient: `${'x'.repeat(1_000_000)}@example.com` },
      'recipient',
      'validation_failed',
    ],
    ['a NUL character', { recipient: 'noa\u0000@example.com' }, 'recipient', 'invalid_value'],
    ['half a surrogate pair', { recipient: '\ud800@example.com' }, 'recipient', 'invalid_value'],
  ])('refuses %s or finds nobody', async (_what, body, field, code) => {
    const id = await add(review(1));
    const answer = await erase(body);
    expect(answer).toMatchObject(
      code ? { status: 400, body: { code, field } } : { status: 200, body: { reviews: 0 } },
    );
    expect((await read(id)).from_name).toBe('Noa Bergman');
  });
});

describe('POST /privacy/erase with a key of the main sub account', () => {
  let world: World;
  let account = 700;
  let main: Caller;
  let branches: Caller[];

  let invitations: InvitationsStub;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { ...REVIEWS_ALONE.settings, INVITATIONS_URL: invitations.url };
    world = await startWorld({ nats: false, services: [{ ...REVIEWS_ALONE, settings }] });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });
  beforeEach(() => {
    account += 1;
    main = world.as({ account_id: account, sub_account_id: account, main: true });
    branches = [1, 2, 3].map((n) =>
      world.as({ account_id: account, sub_account_id: account * 10 + n, main: false }),
    );
  });
  async function addTo(caller: Caller, n: number | string, overrides: object = {}): Promise<number> {
    const { status, body } = await caller.post('reviews', '/public/v1/reviews/add', {
      body: review(n, overrides),
    });
    expect(status).toBe(200);
    return body.id as number;
  }
  const namesIn = () =>
    world.admin.query(
      `select sub_account_id as sub, from_name as name, count(*)::int from reviews.reviews where account_id = $1
       group by 1, 2 order by 1, 2`,
      [account],
    );
  const eraseBy = (caller: Caller) =>
    caller.post('reviews', ERASE, { body: { from_email: 'noa@example.com' } });

  it('erases the person in every sub account and counts the reviews of each', async () => {
    const [first, second, third] = branches as [Caller, Caller, Caller];
    for (const n of [1, 2]) await addTo(first, n);
    await addTo(second, 1);
    await addTo(third, 1, { from_email: 'ben@example.com', from_name: 'Ben' });
    const stranger = world.as({
      account_id: account + 100_000,
      sub_account_id: account + 100_000,
      main: false,
    });
    const foreign = await addTo(stranger, 1);
    expect((await eraseBy(main)).body).toEqual({
      success: true,
      reviews: 3,
      invitations: 0,
      sub_accounts: [
        { sub_account_id: account * 10 + 1, reviews: 2, invitations: 0 },
        { sub_account_id: account * 10 + 2, reviews: 1, invitations: 0 },
      ],
    });
    expect(await namesIn()).toEqual([
      { sub: account * 10 + 1, name: 'Anonymous', count: 2 },
      { sub: account * 10 + 2, name: 'Anonymous', count: 1 },
      { sub: account * 10 + 3, name: 'Ben', count: 1 },
    ]);
    const { body } = await stranger.get('reviews', `/public/v1/reviews/get/${foreign}`);
    expect(body.from_name).toBe('Noa Bergman');
    expect((await eraseBy(main)).body).toEqual({
      success: true,
      reviews: 0,
      invitations: 0,
      sub_accounts: [],
    });
  });

  it('stores later reviews of the person anonymously, also in a sub account without any before', async () => {
    await eraseBy(main);
    const id = await addTo(branches[0] as Caller, 1);
    const { body } = await (branches[0] as Caller).get('reviews', `/public/v1/reviews/get/${id}`);
    expect(body.from_name).toBe('Anonymous');
  });

  it('leaves no personal data when reviews are added to every sub account at the same time', async () => {
    const adding = branches.flatMap((branch, n) => [
      addTo(branch, n),
      branch.post('reviews', '/public/v1/reviews/add_bulk', {
        body: { reviews: [review(`${n}a`), review(`${n}b`)] },
      }),
    ]);
    const answers = await Promise.all([eraseBy(main), ...adding]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(new Set(((await namesIn()) as { name: string }[]).map(({ name }) => name))).toEqual(
      new Set(['Anonymous']),
    );
  });

  it('counts and changes each review once if it is repeated while the first request still runs', async () => {
    const id = await addTo(branches[0] as Caller, 1);
    const versionOf = async (): Promise<number> =>
      (
        await world.admin.query<{ version: number }>('select version from reviews.reviews where id = $1', [
          id,
        ])
      )[0]!.version;
    const before = await versionOf();
    const answers = await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(`begin; select from reviews where id = ${id} for update`);
      const both = Promise.all([eraseBy(main), eraseBy(main)]);
      await eventually(
        () =>
          world.admin.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
               and query like 'select * from reviews%'`,
          ),
        ({ length }) => length === 2,
        'both requests to wait for the review',
      );
      await holder.query('commit');
      return both;
    });
    expect(answers.map(({ body }) => body.reviews as number).sort((a, b) => a - b)).toEqual([0, 1]);
    expect(await versionOf()).toBe(before + 1);
  });

  it('is needed to erase the person elsewhere: other keys erase only in their own sub account', async () => {
    const [first, second] = branches as [Caller, Caller];
    await addTo(first, 1);
    await addTo(second, 1);
    expect((await eraseBy(first)).body).toMatchObject({
      reviews: 1,
      sub_accounts: [{ sub_account_id: account * 10 + 1, reviews: 1 }],
    });
    expect(await namesIn()).toMatchObject([{ name: 'Anonymous' }, { name: 'Noa Bergman' }]);
  });
});

describe('POST /privacy/erase for a person with invitations', () => {
  let world: World;
  let client: Caller;
  let invitations: InvitationsStub;
  let subAccount = 100;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { ...REVIEWS_ALONE.settings, INVITATIONS_URL: invitations.url };
    world = await startWorld({ services: [{ ...REVIEWS_ALONE, settings }] });
  });
  beforeEach(() => {
    invitations.answer();
    client = world.as({ sub_account_id: ++subAccount, main: false });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });

  const erase = (body: object) => client.post('reviews', '/public/v1/privacy/erase', { body });
  const read = async (id: number) => (await client.get('reviews', `/public/v1/reviews/get/${id}`)).body;
  const row = async (id: number) =>
    (await world.admin.query('select * from reviews.reviews where id = $1', [id]))[0];
  async function add(n: number): Promise<number> {
    const body = {
      from_name: 'Noa Bergman',
      text: `Text ${n}.`,
      posted_on: '2026-01-31',
      from_email: 'noa@example.com',
    };
    return (await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number;
  }

  let invite = 5_000;
  const answered = (data: object = {}) =>
    buildEvent(inviteAnswered, { data: { id: ++invite, ...data }, subaccountid: subAccount });
  async function written(event: ReturnType<typeof answered>): Promise<number> {
    await world.publish(event);
    const [found] = await eventually(
      () =>
        world.admin.query<{ id: number }>('select id from reviews.reviews where invite_id = $1', [
          event.data.id,
        ]),
      (rows) => rows.length === 1,
      'the direct review',
    );
    return found!.id;
  }

  it('counts the invitations of each sub account, also of those without a review', async () => {
    await add(1);
    invitations.answer({
      sub_accounts: [
        { sub_account_id: subAccount, invitations: 2 },
        { sub_account_id: 999_999, invitations: 1 },
      ],
    });
    expect((await erase({ recipient: 'Noa@BÜCHER.example' })).body).toEqual({
      success: true,
      reviews: 0,
      invitations: 3,
      sub_accounts: [
        { sub_account_id: subAccount, reviews: 0, invitations: 2 },
        { sub_account_id: 999_999, reviews: 0, invitations: 1 },
      ],
    });
    expect(invitations.erased.at(-1)).toBe('noa@xn--bcher-kva.example');
  });

  it.each([503, 500, 404])(
    'changes nothing if invitations answers %i, and can be repeated',
    async (status) => {
      const id = await add(status);
      invitations.fail(status);
      expect(await erase({ from_email: 'noa@example.com' })).toMatchObject({
        status: 503,
        body: {
          success: false,
          code: 'upstream_unavailable',
          msg: 'The invitations to this person cannot be erased now; repeat the request in a minute.',
        },
      });
      expect((await read(id)).from_name).toBe('Noa Bergman');
      expect(
        await world.admin.query('select 1 from reviews.suppressions where sub_account_id = $1', [subAccount]),
      ).toEqual([]);
      invitations.answer();
      expect((await erase({ from_email: 'noa@example.com' })).body.reviews).toBe(1);
    },
  );

  it('anonymises the review that was written on the page of an invitation to a phone number', async () => {
    const event = answered({ from_email: null, text: 'Yours, Noa Bergman' });
    const id = await written(event);
    const other = await written(answered({ from_email: null, from_name: 'Ben' }));
    invitations.answer({ reviewed: [event.data.id] });
    expect(await erase({ recipient: '+33612345678' })).toMatchObject({ status: 200, body: { reviews: 1 } });
    expect(invitations.erased.at(-1)).toBe('+33612345678');
    expect(await read(id)).toMatchObject({
      from_name: 'Anonymous',
      text: 'Yours, […]',
      additional: null,
      verified: true,
    });
    expect((await read(other)).from_name).toBe('Ben');
    expect((await erase({ recipient: '+33612345678' })).body).toMatchObject({
      reviews: 0,
      sub_accounts: [],
    });
  });

  it('stores a review anonymously that arrives after the erasure of its author', async () => {
    const [byPhone, byMail] = [answered({ from_email: null }), answered()];
    invitations.answer({ reviewed: [byPhone.data.id] });
    await erase({ recipient: '+33612345678' });
    await erase({ recipient: 'noa@example.com' });
    for (const event of [byPhone, byMail]) {
      const id = await written(event);
      expect(await read(id)).toMatchObject({ from_name: 'Anonymous', additional: null });
      expect(JSON.stringify(await row(id))).not.toMatch(/noa|bergman/i);
      await world.publish({ ...event, id: `${event.id}again` });
    }
    await waitUntilConsumed(world.natsUrl, 'reviews__invite');
    const stored = await world.admin.query('select 1 from reviews.reviews where sub_account_id = $1', [
      subAccount,
    ]);
    expect(stored).toHaveLength(2);
  });
});
