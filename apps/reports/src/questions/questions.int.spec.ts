import { fakeOnly, type HttpResult } from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import type { Principal } from '@plaudit/contracts';
import { PlantedReports } from '../planted-reports.suite';
import { reportsService } from '../service';

const LISTED = Array.from({ length: 101 }, (_, n) => n + 1).join();

let reports: PlantedReports;

beforeAll(async () => (reports = await PlantedReports.start()));

afterAll(() => reports.close());

describe('the reports on tags, replies and invitations', () => {
  beforeEach(() => {
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());

  describe.each(['tags', 'response', 'invitations'])('GET /reports/%s', (report) => {
    it.each([
      ['from', { from: '2026-02-02', to: '2026-02-01' }],
      ['from', { from: '2026-02-30' }],
      ['from', { from: '2026-2-1' }],
      ['from', { from: '1899-12-31' }],
      ['from', { to: '2026-02-01' }],
      ['from', { from: "2026-01-01'; drop table reviews" }],
      ['to', { from: '1926-03-11', to: '2026-03-10' }],
      ['to', { from: '2026-01-01', to: '2026-03-12' }],
      ['to', { from: '2026-01-01', to: 'today' }],
      ['compare', { compare: 'next' }],
      ['format', { format: 'xml' }],
      ['sub_accounts', { sub_accounts: 'some' }],
    ])('refuses a wrong %s: %j', async (field, query) => {
      const { status, body } = await reports.get(`/reports/${report}`, query);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, code: 'validation_failed', field });
      expect(body.msg).toContain(field);
    });

    it('responds with 404 to a sub account that does not exist', async () => {
      const { status, body } = await reports.get(`/reports/${report}`, { sub_accounts: '999' });
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    });

    it('responds with 304 to a client that has the answer', async () => {
      const { headers } = await reports.get(`/reports/${report}`);
      const known = { 'If-None-Match': headers.get('etag') ?? '' };
      expect((await reports.get(`/reports/${report}`, {}, {}, known)).status).toBe(304);
      expect(
        (await reports.get(`/reports/${report}`, { to: '2026-03-09', from: '2026-03-09' }, {}, known)).status,
      ).toBe(200);
    });

    it('refuses a parameter that it does not have', async () => {
      const { status, body } = await reports.get(`/reports/${report}`, { months: '3' });
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_value', field: 'months' });
    });
  });

  it.each([
    ['tags', 'limit', { limit: '0' }],
    ['tags', 'limit', { limit: '101' }],
    ['tags', 'limit', { limit: '2.5' }],
    ['tags', 'tags', { tags: 'bread' }],
    ['tags', 'tags', { tags: '1,,2' }],
    ['tags', 'tags', { tags: LISTED }],
    ['invitations', 'settings_id', { settings_id: 'x' }],
    ['invitations', 'settings_id', { settings_id: '5,6' }],
    ['invitations', 'settings_id', { settings_id: '9'.repeat(16) }],
    ['invitations', 'step', { step: '4' }],
    ['invitations', 'step', { step: '-1' }],
    ['invitations', 'send_type', { send_type: 'fax' }],
  ])('refuse with 400 for %s a wrong %s: %j', async (report, field, query) => {
    const { status, body } = await reports.get(`/reports/${report}`, query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', field });
    expect(body.msg).toContain(field);
  });

  it.each(['channels', 'groups', 'type'])(
    'refuse with 400 to count invitations by %s, to which none belongs',
    async (field) => {
      const { status, body } = await reports.get('/reports/invitations', { [field]: '1' });
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_value', field });
    },
  );

  it.each(['tags', 'response'])('respond with 404 for %s to a foreign channel', async (report) => {
    const foreign = await reports.channel({ account_id: 2, sub_account_id: 3 });
    const { status, body } = await reports.get(`/reports/${report}`, { channels: String(foreign) });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});

const RATINGS = '/reports/ratings';

const PATH = `/public/v1${RATINGS}`;

describe('the answer to a question', () => {
  let replica: RunningServices;
  let own: number;

  beforeAll(async () => {
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
  afterAll(() => replica.close());

  const total = async (query: object = {}, as: object = {}): Promise<number> =>
    (await reports.get(RATINGS, { ...query }, as)).body.totals.official_num_reviews as number;
  /** Changes a channel without an event, so that only an answer that is read anew shows it. */
  const change = (reviews: number) =>
    reports.world.admin.query('update reports.channels set reviews = $2 where id = $1', [own, reviews]);
  const elapse = (ms: number) => jest.setSystemTime(Date.now() + ms);

  describe('is kept', () => {
    it('for a minute, for the same question in any format and order of parameters', async () => {
      expect(await total({ compare: '', type: '1', channels: own })).toBe(1);
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

const BRANCH = { sub_account_id: 2, main: false };

const many = (count: number, id = 1): string => Array.from({ length: count }, () => id).join();

describe('the scope of a report', () => {
  beforeAll(async () => {
    await reports.empty();
    await reports.channel({ id: 11, reviews: 1, group_id: 5 });
    await reports.channel({
      id: 12,
      reviews: 10,
      group_id: 6,
      type_id: 2,
      type: 'booking',
      label: 'Booking',
    });
    await reports.channel({ id: 13, reviews: 100, deleted: true });
    await reports.channel({ id: 21, sub_account_id: 2, reviews: 1_000, group_id: 5 });
    await reports.channel({ id: 31, sub_account_id: 3, reviews: 10_000 });
    await reports.channel({ id: 91, account_id: 9, sub_account_id: 90, reviews: 100_000, type_id: 3 });
    await reports.world.admin.query(
      'update reports.sub_accounts set closed_on = now(), rev = rev + 1 where sub_account_id = 3',
    );
    for (const record of ['channel 77', 'sub account 2', 'sub account 7', 'type 4'])
      reports.known.add(record);
  });
  beforeEach(() => reports.recoverOwners());

  const ask = (query: object, as: Partial<Principal> = {}): Promise<HttpResult> =>
    reports.get(RATINGS, { ...query }, as);
  const counted = async (query: object, as: Partial<Principal> = {}): Promise<number> => {
    const { status, body } = await ask(query, as);
    expect({ query, status }).toEqual({ query, status: 200 });
    return body.totals.official_num_reviews as number;
  };

  it.each<[query: object, reviews: number, as?: Partial<Principal>]>([
    [{}, 11],
    [{ type: '', format: '', compare: '' }, 11],
    [{}, 1_000, BRANCH],
    [{}, 0, { account_id: 4, sub_account_id: 40 }],
    [{ sub_accounts: 'all' }, 1_011],
    [{ sub_accounts: '1' }, 11],
    [{ sub_accounts: '2' }, 1_000],
    [{ sub_accounts: '2' }, 1_000, BRANCH],
    [{ sub_accounts: '2,1' }, 1_011],
    [{ sub_accounts: ' 2, 1' }, 1_011],
    [{ sub_accounts: '1,1,2,1' }, 1_011],
    [{ sub_accounts: many(100) }, 11],
    [{ channels: '11' }, 1],
    [{ channels: '12,11,12' }, 11],
    [{ channels: '12 , 11' }, 11],
    [{ channels: '21', sub_accounts: 'all' }, 1_000],
    [{ channels: '21', sub_accounts: '2' }, 1_000],
    [{ channels: '11,21', sub_accounts: '2,1' }, 1_001],
    [{ groups: '5' }, 1],
    [{ groups: '5', sub_accounts: 'all' }, 1_001],
    [{ groups: '5,6' }, 11],
    [{ groups: '999999' }, 0],
    [{ type: '2' }, 10],
    [{ type: '1', groups: '6' }, 0],
    [{ type: '2', groups: '6', channels: '12', sub_accounts: '1' }, 10],
    [{ type: '2', channels: '11' }, 0],
    // Their owners know them, and no event has told of them yet.
    [{ sub_accounts: '7' }, 0],
    [{ sub_accounts: '7,2' }, 1_000],
    [{ channels: '77' }, 0],
    [{ channels: '77,11' }, 1],
    [{ type: '4' }, 0],
  ])('of %j has channels with %d reviews', async (...[query, reviews, as]) => {
    expect(await counted(query, as)).toBe(reviews);
  });

  it.each<[query: object, msg: string, as?: Partial<Principal>]>([
    [{ sub_accounts: '90' }, 'No sub account with id 90 belongs to this account.'],
    [{ sub_accounts: '1,90' }, 'No sub account with id 90 belongs to this account.'],
    [{ sub_accounts: '3' }, 'No sub account with id 3 belongs to this account.'],
    [{ sub_accounts: '555' }, 'No sub account with id 555 belongs to this account.'],
    [
      { sub_accounts: '1' },
      'A key of sub account 2 sees no sub account with id 1; use a key of the main sub account with account_management.',
      BRANCH,
    ],
    [
      { sub_accounts: '2,555' },
      'A key of sub account 2 sees no sub account with id 555; use a key of the main sub account with account_management.',
      BRANCH,
    ],
    [{ channels: '555' }, 'No channel with id 555 belongs to this sub account.'],
    [{ channels: '13' }, 'No channel with id 13 belongs to this sub account.'],
    [{ channels: '21' }, 'No channel with id 21 belongs to this sub account.'],
    [{ channels: '11' }, 'No channel with id 11 belongs to this sub account.', BRANCH],
    [{ channels: '91', sub_accounts: 'all' }, 'No channel with id 91 belongs to this account.'],
    [{ channels: '31', sub_accounts: 'all' }, 'No channel with id 31 belongs to this account.'],
    [{ channels: '11', sub_accounts: '2' }, 'No channel with id 11 belongs to this account.'],
    [{ channels: '12,11,91' }, 'No channel with id 91 belongs to this sub account.'],
  ])('of %j is refused with 404: %s', async (...[query, msg, as]) => {
    expect(await ask(query, as)).toMatchObject({ status: 404, body: { code: 'not_found', msg } });
  });

  const SUB_ACCOUNTS = 'sub_accounts must be all, or ids of sub accounts, separated by commas, at most 100.';
  const CHANNELS = 'channels must be ids of channels, separated by commas, at most 100.';
  const GROUPS = 'groups must be ids of properties, separated by commas, at most 100.';
  const TYPE = 'type must be the id of a platform, see GET /channels/types.';

  it.each<[string, string, string]>([
    ...[
      'abc',
      '0',
      '-1',
      '1e3',
      '1.0',
      '1,',
      ',1',
      '1,,2',
      '1 2',
      '01',
      'ALL',
      'all,1',
      '1,0',
      '9'.repeat(16),
    ].map((value): [string, string, string] => ['sub_accounts', value, SUB_ACCOUNTS]),
    ['sub_accounts', many(101), SUB_ACCOUNTS],
    ['sub_accounts', many(2_000), SUB_ACCOUNTS],
    ...['abc', '0', '-1', 'all', '1.5', '1;2', "1' or '1'='1", '１'].map(
      (value): [string, string, string] => ['channels', value, CHANNELS],
    ),
    ['channels', many(101), CHANNELS],
    ...['x', '0', '-7', '5,'].map((value): [string, string, string] => ['groups', value, GROUPS]),
    ['groups', many(101), GROUPS],
    ...['x', '0', '-1', '1.5', '1,2', 'app_store', '9999999999'].map((value): [string, string, string] => [
      'type',
      value,
      TYPE,
    ]),
    ['type', '999', 'type 999 is not the id of a platform; GET /channels/types lists them.'],
    // A platform that only other accounts use is asked for like any other.
    ['type', '3', 'type 3 is not the id of a platform; GET /channels/types lists them.'],
    ...['xml', 'JSON', 'csv,json'].map((value): [string, string, string] => [
      'format',
      value,
      'format must be one of json, csv.',
    ]),
    ...['next', '1', 'Previous'].map((value): [string, string, string] => [
      'compare',
      value,
      'compare must be previous or left out.',
    ]),
  ])('is refused with 400 for %s=%s', async (field, value, msg) => {
    expect(await ask({ [field]: value })).toMatchObject({ status: 400, body: { field, msg } });
  });

  it.each([
    ['type=1&type=2', 'type'],
    ['sub_accounts=1&sub_accounts=all', 'sub_accounts'],
    ['format[]=csv', 'format'],
    ['sub_account=1', 'sub_account'],
    ['from=2026-01-01', 'from'],
    ['__proto__=1', '__proto__'],
  ])('is refused with 400 for a repeated or unknown parameter, as in %s', async (query, field) => {
    const { status, body } = await reports.get(`${RATINGS}?${query}`);
    expect({ status, field: body.field }).toEqual({ status: 400, field });
  });

  it('of the whole account is refused with 403 for a key that sees its sub account only', async () => {
    expect(await ask({ sub_accounts: 'all' }, BRANCH)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', field: 'sub_accounts', required: 'main_sub_account' },
    });
  });

  it('is refused with 403 for a key without the scope reports:read', async () => {
    expect(await ask({}, { scopes: ['reviews:read'] })).toMatchObject({
      status: 403,
      body: { required: 'reports:read' },
    });
  });

  it('asks the owners only of what no event has told of', async () => {
    const before = reports.questions.length;
    await ask({ sub_accounts: '2,1', channels: '11,21', type: '2' });
    expect(reports.questions).toHaveLength(before);
    expect(await counted({ sub_accounts: '1,7', channels: '77,11', type: '4' })).toBe(0);
    expect(reports.questions.slice(before)).toEqual([
      '/internal/sub_accounts/unknown 7',
      '/internal/channels/unknown 77',
      '/internal/channel_types/unknown 4',
    ]);
  });

  it('leaves out sub accounts of snapshots that were deleted before, and asks once which ones', async () => {
    const before = reports.questions.length;
    const rows = () =>
      reports.world.admin.query<{ id: number }>(
        `select sub_account_id as id, confirmed, closed_on is not null as closed from reports.sub_accounts
         where sub_account_id = any ('{2,8}') order by 1`,
      );
    const deleted = await reports.channel({ sub_account_id: 8 });
    await reports.world.admin.query(
      `update reports.sub_accounts set confirmed = false where sub_account_id = any ('{2,8}')`,
    );
    const all = await counted({ sub_accounts: 'all' });
    expect(await counted({ sub_accounts: 'all' })).toBe(all);
    expect(reports.questions.slice(before)).toEqual(['/internal/sub_accounts/unknown 2,8']);
    expect(await rows()).toEqual([
      { id: 2, confirmed: true, closed: false },
      { id: 8, confirmed: true, closed: true },
    ]);
    expect((await ask({ sub_accounts: '8' })).status).toBe(404);
    await reports.world.admin.query('update reports.channels set deleted = true where id = $1', [deleted]);
    await reports.raise(1, 1);
    expect(await counted({ sub_accounts: 'all' })).toBe(all);
    await reports.world.admin.query('delete from reports.sub_accounts where sub_account_id = 8');
    await reports.world.admin.query('delete from reports.channels where id = $1', [deleted]);
  });

  it('is refused with 503 while an owner is down, if no event has told of the record', async () => {
    reports.failOwners();
    for (const query of [{ sub_accounts: '8' }, { channels: '78' }, { type: '8' }]) {
      expect(await ask(query)).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    }
    expect((await ask({ channels: '91' })).status).toBe(404);
    expect(await counted({ sub_accounts: '2,1', channels: '11', type: '1' })).toBe(1);
  });
});
