import { ERROR_STATUS } from '@plaudit/contracts';
import { buildPrincipal, type Caller, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from './reviews-world.suite';
import { BAD_CREATE, BAD_UPDATE, bodyText } from './bad-input.suite';

const GOOD = { from_name: 'Noa Bergman', text: 'Great bread.', posted_on: '2026-01-31' };
const CODES = Object.entries(ERROR_STATUS).flatMap(([code, status]) => (status === 400 ? [code] : []));

describe('invalid input', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
      nats: false,
    });
    client = world.as();
  });
  afterAll(() => world.close());

  /** Counts every row that the service stores. */
  async function everything(): Promise<unknown> {
    const tables = await world.admin.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'reviews' and table_name not like 'outbox_sent%' order by 1`,
    );
    const counts = tables.map(({ name }) => `(select count(*) from reviews."${name}") as "${name}"`);
    const versions = '(select sum(version) from reviews.reviews) as versions';
    return world.admin.query(`select ${[...counts, versions].join(', ')}`);
  }
  async function add(text: string, overrides: object = {}): Promise<number> {
    const body = { ...GOOD, text, ...overrides };
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }
  const update = (id: number | string, body: unknown) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body });

  /** Returns the response if it is not a proper refusal of `field`. */
  function faultsOf(answer: HttpResult, field: string, value: unknown): string[] {
    const { status, body } = answer;
    const named = String(body.field).replace(/[.[].*$/s, '');
    const fine =
      status === 400 &&
      body.success === false &&
      CODES.includes(body.code as string) &&
      named === field &&
      String(body.msg).startsWith(field) &&
      String(body.msg).length < 400 &&
      typeof body.request_id === 'string';
    return fine
      ? []
      : [`${JSON.stringify(value)?.slice(0, 80)} -> ${status} ${JSON.stringify(body).slice(0, 300)}`];
  }

  describe('POST /reviews/add', () => {
    it.each(Object.entries(BAD_CREATE))(
      'refuses invalid values of %s, names the field and stores nothing',
      async (field, values) => {
        const before = await everything();
        const faults: string[] = [];
        for (const value of values) {
          const answer = await client.post('reviews', '/public/v1/reviews/add', {
            body: bodyText({ ...GOOD, [field]: value }),
          });
          faults.push(...faultsOf(answer, field, value));
        }
        expect(faults).toEqual([]);
        expect(await everything()).toEqual(before);
      },
    );

    it.each(['from_name', 'text', 'posted_on'])('refuses a body without %s', async (field) => {
      const { [field]: _left, ...body } = GOOD as Record<string, string>;
      const answer = await client.post('reviews', '/public/v1/reviews/add', { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'missing_field', field } });
    });

    it('names every invalid field', async () => {
      const { body } = await client.post('reviews', '/public/v1/reviews/add', {
        body: { text: 7, posted_on: '2026-01-31', rating_value: 'x', tags: 'y' },
      });
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
        'from_name',
        'text',
        'rating_value',
        'tags',
      ]);
    });
  });

  describe('POST /reviews/add_bulk', () => {
    it.each(Object.entries(BAD_CREATE))(
      'refuses each item with an invalid %s, names the field and stores nothing',
      async (field, values) => {
        const before = await everything();
        const faults: string[] = [];
        // Two at a time: some are 1 MB long.
        for (let at = 0; at < values.length; at += 2) {
          const batch = values.slice(at, at + 2);
          const answer = await client.post('reviews', '/public/v1/reviews/add_bulk', {
            body: bodyText({ reviews: batch.map((value) => ({ ...GOOD, [field]: value })) }),
          });
          expect(answer).toMatchObject({ status: 200, body: { valid: 0, inserted: 0 } });
          const errors = answer.body.errors as { index: number }[];
          const asAlone = errors.map((error) => ({
            ...answer,
            status: 400,
            body: { ...error, success: false, request_id: '' },
          }));
          batch.forEach((value, index) =>
            faults.push(...faultsOf(asAlone[index] as HttpResult, field, value)),
          );
          expect(errors.map(({ index }) => index)).toEqual(batch.map((_, index) => index));
        }
        expect(faults).toEqual([]);
        expect(await everything()).toEqual(before);
      },
    );
  });

  describe('PUT /reviews/update/{id}', () => {
    it.each(Object.entries(BAD_UPDATE))(
      'refuses invalid values of %s, names the field and changes nothing',
      async (field, values) => {
        const id = await add(`To be kept from a bad ${field}.`, { tags: ['kept'], rating_value: 3 });
        const before = await everything();
        const faults: string[] = [];
        for (const value of values) {
          // The valid field beside it is not changed either.
          const fine = field === 'status' ? { text: 'Changed.' } : { status: 1 };
          const answer = await update(id, bodyText({ ...fine, [field]: value }));
          faults.push(...faultsOf(answer, field, value));
        }
        expect(faults).toEqual([]);
        expect(await everything()).toEqual(before);
      },
    );

    it('creates no tag when another field is refused', async () => {
      const id = await add('No tag of a refused update.');
      const before = await everything();
      expect((await update(id, { tags: ['new'], source_id: 999_999 })).status).toBe(400);
      expect((await update(id, { tags: ['new'], posted_on: '31/02/2026' })).status).toBe(400);
      expect(await everything()).toEqual(before);
    });
  });

  const BAD_IDS = [
    '0',
    '-1',
    'abc',
    '1.5',
    '1e3',
    '0x10',
    '%00',
    '%20',
    '٣',
    'null',
    '9007199254740993',
    '1'.repeat(90),
  ];
  it.each(BAD_IDS)('refuses %s as an id in every operation', async (id) => {
    const answers = [
      await client.get('reviews', `/public/v1/reviews/get/${id}`),
      await update(id, { status: 1 }),
      await client.delete('reviews', `/public/v1/reviews/delete/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers.map(({ body }) => body.field)).toEqual(['id', 'id', 'id']);
  });

  it.each([
    ['that does not exist', 9_007_199_254_740_991],
    ['of another sub account of the account', { sub_account_id: 2 }],
    ['of another account', { account_id: 2, sub_account_id: 3 }],
  ])('answers 404 for a review %s and changes nothing', async (_what, whose) => {
    const owner = typeof whose === 'number' ? null : world.as(buildPrincipal({ ...whose, main: false }));
    let id = whose as number;
    if (owner) {
      const added = await owner.post('reviews', '/public/v1/reviews/add', {
        body: { ...GOOD, external_id: 'x' },
      });
      id = (added.body.id ?? added.body.existing_id) as number;
    }
    const before = await everything();
    const body = { status: 1, tags: ['foreign'], video_url: 'https://example.com/a.mp4', source_id: 1 };
    const answers = [
      await client.get('reviews', `/public/v1/reviews/get/${id}`),
      await update(id, body),
      await client.delete('reviews', `/public/v1/reviews/delete/${id}`),
    ];
    expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(
      Array(3).fill([404, 'not_found']),
    );
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['POST', 'add'],
    ['POST', 'add_bulk'],
    ['PUT', 'update/1'],
  ])('refuses a body of %s /reviews/%s that is not a JSON object', async (method, path) => {
    const send = (body: string, type = 'application/json') =>
      client.send(method, 'reviews', `/public/v1/reviews/${path}`, {
        body,
        headers: { 'content-type': type },
      });
    const before = await everything();
    for (const body of [
      '[]',
      '"x"',
      '7',
      'null',
      '{',
      '{"text":NaN}',
      '{"__proto__":{"text":"x"}}',
      '\u0000',
    ]) {
      expect(await send(body)).toMatchObject({ status: 400, body: { success: false } });
    }
    const deep = `{"from_name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await send(deep)).status).toBe(400);
    expect((await send(JSON.stringify(GOOD), 'text/plain')).status).toBe(415);
    expect((await send(JSON.stringify({ ...GOOD, text: 'x'.repeat(2 * 1024 * 1024) }))).status).toBe(413);
    expect(await everything()).toEqual(before);
  });

  it.each(['', 'x'.repeat(256)])('refuses %j as an Idempotency-Key', async (key) => {
    for (const path of ['add', 'add_bulk']) {
      const refused = await client.post('reviews', `/public/v1/reviews/${path}`, {
        body: { ...GOOD, reviews: [GOOD] },
        headers: { 'idempotency-key': key },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid_value', field: 'Idempotency-Key' },
      });
    }
  });
});
