import { createDataSource, Database } from '@plaudit/database';
import { type Caller, eventually, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { reviewsService } from '../service';
import { ReviewExportReadModel } from './review-export.read-model';
import { ReviewExportService } from './review-export.service';

const EXPORT = '/public/v1/reviews/export';

describe('GET /reviews/export', () => {
  let world: World;
  let client: Caller;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({ nats: false, services: [REVIEWS_ALONE] });
  });
  beforeEach(() => {
    subAccount += 1;
    client = world.as({ account_id: subAccount, sub_account_id: subAccount });
  });
  afterAll(() => world.close());

  const get = (query: object = {}) => client.get('reviews', EXPORT, { query: { ...query } });

  const head = (query: object = {}) => client.send('HEAD', 'reviews', EXPORT, { query: { ...query } });

  /** Stores reviews whose text has this length. Their numbers are in the order of a list. */
  async function plant(count: number, length: number): Promise<void> {
    await world.admin.query(
      `insert into reviews.reviews (account_id, sub_account_id, platform, label, origin, status, text, from_name,
         rating_value, rating, star, posted_on, fingerprint)
       select $1, $1, 'custom', 'Manual', 'api', n % 3, rpad('Review ' || n || ' ', $3, 'x'), '=Ida', n % 5 + 1, n % 5 + 1,
         n % 5 + 1, timestamptz '2026-01-01' - n / 3 * interval '1 minute', int4send(n)
       from generate_series(1, $2) n`,
      [subAccount, count, length],
    );
    await world.admin.query(
      `insert into reviews.review_counts (sub_account_id, status, star, rating, total)
       select sub_account_id, status, star, rating, count(*) from reviews.reviews where sub_account_id = $1
       group by 1, 2, 3, 4`,
      [subAccount],
    );
  }
  const listed = async (query: object = {}) =>
    (await client.get('reviews', '/public/v1/reviews/get', { query: { limit: 100, ...query } })).body;

  /** Starts an export and reads none of it. Node leaves as soon as the garbage collector finds a response that nobody keeps. */
  async function open(): Promise<{ response: Response; leave: () => void }> {
    const gone = new AbortController();
    const response = await fetch(`${world.url('reviews')}${EXPORT}`, {
      headers: await client.headers('reviews'),
      signal: gone.signal,
    });
    return { response, leave: () => gone.abort() };
  }

  it.each([1, 199, 200, 201, 950])('has each of %d reviews once, in the order of the list', async (count) => {
    await plant(count, 20);
    const { status, headers, body } = await get({ format: 'ndjson' });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="reviews.ndjson"',
      'cache-control': 'no-store',
    });
    // One line is read as JSON by the client of the specs.
    const items = count === 1 ? [body] : lines(body as string).map((line) => JSON.parse(line) as object);
    expect(items).toHaveLength(count);
    expect(items.slice(0, 100)).toEqual((await listed()).items);
    const keys = (items as { posted_on: string; id: number }[]).map(
      ({ posted_on, id }) => [posted_on, id] as const,
    );
    expect(keys).toEqual([...keys].sort(([a, m], [b, n]) => b.localeCompare(a) || n - m));
  });

  it('is CSV with a header line by default, and has no review of others', async () => {
    expect((await get()).body).toMatch(/^"id",.*\r\n$/);
    await plant(3, 20);
    const { headers, body } = await get({ format: '' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="reviews.csv"');
    expect((body as string).split('\r\n')).toHaveLength(5);
    expect(body).toContain(`"'=Ida"`);
    client = world.as({ account_id: subAccount, sub_account_id: 5_555 });
    expect((await get()).body).toMatch(/^"id",.*\r\n$/);
  });

  it.each([
    { status: 'approved', rating: '4,5' },
    { q: 'review 7' },
    { min_rating: 2, until: '2025-12-31', platforms: 'custom' },
    { tags: 5 },
  ])('has the reviews that a list has with %j', async (query) => {
    await plant(300, 20);
    const { body } = await get({ format: 'ndjson', ...query });
    expect(typeof body === 'string' ? lines(body) : [body]).toHaveLength((await listed(query)).count);
  });

  it.each([
    ['format', 'xlsx', 'validation_failed'],
    ['since', 'soon', 'invalid_date'],
    ['rating', '6', 'validation_failed'],
    ['status', 'published', 'validation_failed'],
  ])('refuses %s=%s with an error in JSON', async (field, value, code) => {
    expect(await get({ [field]: value })).toMatchObject({ status: 400, body: { field, code } });
  });

  it('answers HEAD with its headers or its error', async () => {
    const { status, headers, body } = await head({ format: 'ndjson' });
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="reviews.ndjson"');
    expect(headers.get('content-length')).toBeNull();
    expect((await head({ since: 'soon' })).status).toBe(400);
  });

  it('runs twice at once for an account, and again when one has ended or its client has left', async () => {
    // 60 MB. The buffers of a connection may take 40 MB that its client has not read.
    await plant(6_000, 10_000);
    const [first, second] = [await open(), await open()];
    expect([first.response.status, second.response.status]).toEqual([200, 200]);
    const third = await get();
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after_seconds: 30 } });
    expect(third.headers.get('retry-after')).toBe('30');
    // HEAD reads nothing, so it needs no place.
    expect((await head()).status).toBe(200);
    const other = world.as({ account_id: 9_999, sub_account_id: 9_999 });
    expect((await other.get('reviews', EXPORT)).status).toBe(200);
    first.leave();
    const next = await eventually(
      open,
      ({ response }) => response.status === 200,
      'the place of the client that left',
    );
    next.leave();
    second.leave();
    const last = await eventually(open, ({ response }) => response.status === 200, 'both places');
    last.leave();
  });

  it('reads no further than its client', async () => {
    await plant(2_000, 10_000);
    const { entities } = reviewsService;
    const url = world.databaseUrl('reviews');
    const database = new Database(
      createDataSource({ url, schema: 'reviews', entities, migrations: [] }),
      'reviews',
    );
    await database.dataSource.initialize();
    const service = new ReviewExportService(new ReviewExportReadModel(database));
    const tenant = { account_id: subAccount, sub_account_id: subAccount };
    const stream = await service.start(tenant, {}, 'ndjson');
    const chunks = stream.iterator() as AsyncIterator<Buffer>;
    const first = (await chunks.next()).value as Buffer;
    await world.admin.query('delete from reviews.reviews where sub_account_id = $1', [subAccount]);
    const rest = await readAll(chunks);
    // The page that was read, and the one that was under way.
    expect(lines(`${first.toString()}${rest}`).length).toBeLessThanOrEqual(400);
    await database.dataSource.destroy();
  });
});

function lines(text: string): string[] {
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text.trimEnd().split('\n');
}

async function readAll(chunks: AsyncIterator<Buffer>): Promise<string> {
  let text = '';
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += next.value.toString();
  return text;
}
