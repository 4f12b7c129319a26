import { type RunningServices, startServices } from '@plaudit/runtime';
import { fakeOnly, type HttpResult } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';
import { reportsService } from '../service';

const RATINGS = '/reports/ratings';
const PATH = `/public/v1${RATINGS}`;

describe('the answer to a question', () => {
  let reports: PlantedReports;
  let replica: RunningServices;
  let own: number;

  beforeAll(async () => {
    reports = await PlantedReports.start();
    const settings = { ...reports.world.settings('reports'), PORT: '0' };
    replica = await startServices([{ definition: reportsService, settings }]);
  });
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
    own = await reports.channel({ name: 'One', reviews: 1 });
    await reports.channel({ sub_account_id: 2, reviews: 20 });
  });
  afterEach(() => jest.useRealTimers());
  afterAll(async () => {
    await replica.close();
    await reports.close();
  });

  const total = async (query: object = {}, as: object = {}): Promise<number> =>
    (await reports.get(RATINGS, { ...query }, as)).body.totals.official_num_reviews as number;
  /** Changes a channel without an event, so that only an answer that is read anew shows it. */
  const change = (reviews: number) =>
    reports.world.admin.query('update reports.channels set reviews = $2 where id = $1', [own, reviews]);
  const elapse = (ms: number) => jest.setSystemTime(Date.now() + ms);

  describe('is kept', () => {
    it('for a minute, for the same question in any format and order of parameters', async () => {
      expect(await total({ groups: '', type: '1', channels: own })).toBe(1);
      await change(5);
      elapse(60_000);
      expect(await total({ channels: own, type: '1', format: 'json' })).toBe(1);
      expect((await reports.get(RATINGS, { channels: own, type: '1', format: 'csv' })).body).toContain(
        '"total","","","","","","","","1",',
      );
      elapse(1);
      expect(await total({ channels: own, type: '1' })).toBe(5);
    });

    it('apart from the answers to other questions', async () => {
      expect(await total()).toBe(1);
      await change(5);
      expect(await total({ compare: 'previous' })).toBe(5);
      expect(await total({ type: '1' })).toBe(5);
      expect(await total()).toBe(1);
    });

    it('until an event of one of its sub accounts arrives, at every replica', async () => {
      const there = async () => {
        const headers = await reports.world.as().headers('reports');
        const response = await fetch(`${replica.url('reports')}${PATH}`, { headers });
        return ((await response.json()) as { totals: { official_num_reviews: number } }).totals
          .official_num_reviews;
      };
      expect([await total(), await there(), await total({ sub_accounts: 'all' })]).toEqual([1, 1, 21]);
      await change(5);
      await reports.raise(1, 2);
      expect([await total(), await there(), await total({ sub_accounts: 'all' })]).toEqual([1, 1, 25]);
      await reports.raise(9, 90);
      expect([await total(), await there()]).toEqual([1, 1]);
      await reports.raise(1, 1);
      expect([await total(), await there(), await total({ sub_accounts: '2,1' })]).toEqual([5, 5, 25]);
    });

    it('for nobody but the callers of its sub account', async () => {
      expect(await total({ sub_accounts: 'all' })).toBe(21);
      expect(await total({}, { sub_account_id: 2, main: false })).toBe(20);
      expect(await total({}, { account_id: 7 })).toBe(0);
      const branch = { sub_account_id: 2, main: false };
      expect((await reports.get(RATINGS, { sub_accounts: 'all' }, branch)).status).toBe(403);
      expect((await reports.get(RATINGS, { channels: own }, branch)).status).toBe(404);
    });

    it('no longer than the local day', async () => {
      jest.setSystemTime(new Date('2026-03-10T23:59:59Z'));
      expect((await reports.get(RATINGS, { compare: 'previous' })).body.previous).toBeNull();
      await reports.world.admin.query(
        `insert into reports.rating_days (channel_id, day, account_id, sub_account_id, score, rating_scale, reviews, checked_on)
         values ($1, '2026-02-09', 1, 1, 4, 5, 3, now())`,
        [own],
      );
      elapse(500);
      expect((await reports.get(RATINGS, { compare: 'previous' })).body.previous).toBeNull();
      elapse(500);
      expect((await reports.get(RATINGS, { compare: 'previous' })).body.previous.on).toBe('2026-02-09');
    });

    it('not at all if it is an error', async () => {
      const id = 4_000 + own;
      expect((await reports.get(RATINGS, { channels: id })).status).toBe(404);
      await reports.world.admin.query(
        `insert into reports.channels (id, account_id, sub_account_id, type, type_id, label, name, rating_scale, reviews, version)
         values ($1, 1, 1, 'app_store', 1, 'Apple App Store', 'New', 5, 3, 1)`,
        [id],
      );
      expect(await total({ channels: id })).toBe(3);
    });
  });

  describe('has an ETag', () => {
    const ask = (ifNoneMatch?: string, query: object = {}): Promise<HttpResult> =>
      reports.get(
        RATINGS,
        { ...query },
        {},
        ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
      );
    const etagOf = async (query: object = {}): Promise<string> =>
      (await ask(undefined, query)).headers.get('etag') ?? '';

    it('with which the client may keep the answer for itself, and asks again each time', async () => {
      const { headers } = await ask();
      expect(headers.get('etag')).toMatch(/^W\/"[\w-]{22}-json"$/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    });

    it.each([
      ['itself', (etag: string) => etag],
      ['its strong form', (etag: string) => etag.replace('W/', '')],
      ['a list with it', (etag: string) => `"a", ${etag},W/"b"`],
      ['*', () => '*'],
    ])('and is 304 without a body for If-None-Match with %s', async (_what, headerOf) => {
      const etag = await etagOf();
      const { status, headers, body } = await ask(headerOf(etag));
      expect([status, body, headers.get('etag')]).toEqual([304, '', etag]);
    });

    it.each(['"other"', 'W/"other"', 'x', '""', '"', ',,,', '**'])(
      'and is sent whole for If-None-Match: %s',
      async (header) => {
        expect((await ask(header)).status).toBe(200);
      },
    );

    it('that changes with the answer and with the format, and not with an event that changes nothing', async () => {
      const etag = await etagOf();
      expect(await etagOf({ format: 'csv' })).not.toBe(etag);
      expect((await ask(etag, { format: 'csv' })).status).toBe(200);
      expect((await ask(await etagOf({ format: 'csv' }), { format: 'csv' })).status).toBe(304);
      await reports.raise(1, 1);
      expect((await ask(etag)).status).toBe(304);
      await change(2);
      await reports.raise(1, 1);
      expect(await ask(etag)).toMatchObject({ status: 200, body: { totals: { official_num_reviews: 2 } } });
    });
  });

  it('is CSV if the client prefers it', async () => {
    const { status, headers, body } = await reports.get(
      RATINGS,
      {},
      {},
      { accept: 'application/json;q=0.3, text/csv' },
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(body).toMatch(/^"row",/);
    const plain = await reports.get(RATINGS, {}, {}, { accept: 'text/csv;q=0.3, application/json' });
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('is compressed if the client accepts that and the answer is long', async () => {
    const get = async (encoding: string) => {
      const headers = { ...(await reports.world.as().headers('reports')), 'accept-encoding': encoding };
      const response = await fetch(`${reports.world.url('reports')}${PATH}`, { headers });
      return { encoding: response.headers.get('content-encoding'), body: await response.json() };
    };
    expect((await get('gzip')).encoding).toBeNull();
    for (let more = 0; more < 20; more += 1) await reports.channel();
    const plain = await get('identity');
    expect(plain.encoding).toBeNull();
    expect(await get('gzip')).toEqual({ encoding: 'gzip', body: plain.body });
    expect(await get('br, gzip')).toEqual({ encoding: 'br', body: plain.body });
  });
});
