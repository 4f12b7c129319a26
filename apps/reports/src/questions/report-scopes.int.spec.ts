import type { Principal } from '@plaudit/contracts';
import type { HttpResult } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const RATINGS = '/reports/ratings';
const BRANCH = { sub_account_id: 2, main: false };
const many = (count: number, id = 1): string => Array.from({ length: count }, () => id).join();

describe('the scope of a report', () => {
  let reports: PlantedReports;
  beforeAll(async () => {
    reports = await PlantedReports.start();
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
  afterAll(() => reports.close());

  const ask = (query: object, as: Partial<Principal> = {}): Promise<HttpResult> =>
    reports.get(RATINGS, { ...query }, as);
  const counted = async (query: object, as: Partial<Principal> = {}): Promise<number> => {
    const { status, body } = await ask(query, as);
    expect({ query, status }).toEqual({ query, status: 200 });
    return body.totals.official_num_reviews as number;
  };

  it.each<[query: object, reviews: number, as?: Partial<Principal>]>([
    [{}, 11],
    [{ sub_accounts: '', channels: '', groups: '', type: '', format: '', compare: '' }, 11],
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
      'A key of sub account 2 sees no sub account with id 1; use a key of the main sub account.',
      BRANCH,
    ],
    [
      { sub_accounts: '2,555' },
      'A key of sub account 2 sees no sub account with id 555; use a key of the main sub account.',
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
