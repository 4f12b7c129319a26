import type { HttpOptions } from '@plaudit/testing';
import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const DISTRIBUTION = '/reports/rating_distribution';
const NONE = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
const CUSTOM = { type: 'custom', label: 'Manual', channel_id: null, rating_scale: 5 };

describe('GET /reports/rating_distribution', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  async function stars(query: HttpOptions['query'] = {}): Promise<object> {
    const { status, body } = await reports.get(DISTRIBUTION, query);
    expect({ query, status }).toEqual({ query, status: 200 });
    return body.distribution as object;
  }

  /** Plants a review of 1 star before the local day, two of 5 stars in it, and one of 2 stars after it. */
  async function reviewsAround(first: string, last: string): Promise<void> {
    const after = (text: string, seconds: number): string =>
      new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + seconds * 1_000).toISOString().slice(0, 19);
    const dates: [string, number][] = [
      [after(first, -1).replace('T', ' '), 1],
      [first, 5],
      [last, 5],
      [after(last, 1).replace('T', ' '), 2],
    ];
    await reports.reviews(dates.map(([posted_on, rating_value]) => ({ ...CUSTOM, posted_on, rating_value })));
  }

  it.each([
    [4.5, 5, '5'],
    [4.4, 5, '4'],
    [3.5, 5, '4'],
    [0, 10, '1'],
    [1, 10, '1'],
    [2.9, 10, '1'],
    [3, 10, '2'],
    [7, 10, '4'],
    [8.7, 10, '4'],
    [9, 10, '5'],
    [49, 100, '2'],
    [50, 100, '3'],
    [90, 100, '5'],
    [1, 1, '5'],
    [6, 5, '5'],
  ])('counts %d of %d as star %s', async (rating_value, rating_scale, star) => {
    await reports.reviews([{ ...CUSTOM, rating_value, rating_scale }]);
    const { body } = await reports.get(DISTRIBUTION);
    expect(body).toEqual({ total: 1, distribution: { ...NONE, [star]: 1 } });
  });

  it.each([
    [0, 5],
    [0, 1],
    [null, 5],
    [null, 100],
  ])('does not count %p of %d', async (rating_value, rating_scale) => {
    await reports.reviews([{ ...CUSTOM, rating_value, rating_scale }]);
    expect((await reports.get(DISTRIBUTION)).body).toEqual({ total: 0, distribution: NONE });
  });

  it('counts the reviews of all times that the filters select', async () => {
    const channel_id = await reports.channel({ type_id: 11, type: 'google', label: 'Google', group_id: 8 });
    await reports.reviews([
      { ...CUSTOM, channel_id, type: 'google', rating_value: 4, posted_on: '1999-01-01 00:00:00' },
      { ...CUSTOM, rating_value: 4, posted_on: '2026-03-10 00:00:00' },
      { ...CUSTOM, rating_value: 1, posted_on: '2026-03-11 00:00:00' },
      { ...CUSTOM, rating_value: 3, sub_account_id: 2 },
      { ...CUSTOM, rating_value: 2, account_id: 3, sub_account_id: 4 },
    ]);
    expect(await stars()).toEqual({ ...NONE, 1: 1, 4: 2 });
    for (const query of [{ channels: channel_id }, { groups: 8 }, { type: 11 }]) {
      expect(await stars(query)).toEqual({ ...NONE, 4: 1 });
    }
    expect(await stars({ groups: 9 })).toEqual(NONE);
    expect(await stars({ sub_accounts: 'all' })).toEqual({ ...NONE, 1: 1, 3: 1, 4: 2 });
  });

  it.each([
    ['UTC', '2026-02-27 00:00:00', '2026-02-27 23:59:59', '2026-02-27'],
    ['Europe/Berlin', '2025-03-29 23:00:00', '2025-03-30 21:59:59', '2025-03-30'],
    ['America/New_York', '2026-03-08 05:00:00', '2026-03-09 03:59:59', '2026-03-08'],
    ['Asia/Kolkata', '2026-03-01 18:30:00', '2026-03-02 18:29:59', '2026-03-02'],
    ['Australia/Lord_Howe', '2025-04-05 13:00:00', '2025-04-06 13:29:59', '2025-04-06'],
  ])(
    'begins and ends with the local day in %s, also when the clock changes',
    async (zone, first, last, day) => {
      await reports.zone(zone);
      await reviewsAround(first, last);
      expect(await stars({ from: day, to: day })).toEqual({ ...NONE, 5: 2 });
      expect(await stars({ from: day })).toEqual({ ...NONE, 2: 1, 5: 2 });
    },
  );

  it('compares with the period of the same length before', async () => {
    await reviewsAround('2026-02-01 00:00:00', '2026-02-28 23:59:59');
    const { body } = await reports.get(DISTRIBUTION, {
      from: '2026-02-01',
      to: '2026-02-28',
      compare: 'previous',
    });
    expect(body).toEqual({
      total: 2,
      distribution: { ...NONE, 5: 2 },
      previous: { total: 1, distribution: { ...NONE, 1: 1 } },
      change: { total: 1, distribution: { ...NONE, 1: -1, 5: 2 } },
    });
  });

  it('compares all reviews with those that were posted up to 30 days ago', async () => {
    await reviewsAround('2026-02-09 00:00:00', '2026-02-09 23:59:59');
    const { body } = await reports.get(DISTRIBUTION, { compare: 'previous' });
    expect(body).toMatchObject({
      total: 4,
      previous: { total: 1, distribution: { ...NONE, 1: 1 } },
      change: { total: 3 },
    });
  });

  it('is CSV with a row per star', async () => {
    await reports.reviews([{ ...CUSTOM, rating_value: 5, posted_on: '2026-03-01 00:00:00' }]);
    const { headers, body } = await reports.get(
      DISTRIBUTION,
      { compare: 'previous' },
      {},
      { accept: 'text/csv' },
    );
    expect(headers.get('content-disposition')).toBe('attachment; filename="rating_distribution.csv"');
    expect((body as string).split('\r\n')).toEqual([
      '"stars","reviews","previous_reviews"',
      '"1","0","0"',
      '"2","0","0"',
      '"3","0","0"',
      '"4","0","0"',
      '"5","1","0"',
      '',
    ]);
  });

  it.each([
    ['from', { from: '2026-03-02', to: '2026-03-01' }],
    ['from', { to: '2026-03-01' }],
    ['from', { from: '1899-12-31', to: '1900-01-01' }],
    ['from', { from: '2026-02-29' }],
    ['from', { from: '01.02.2026' }],
    ['to', { from: '2026-03-01', to: '2026-03-12' }],
    ['to', { from: '1926-03-10', to: '2026-03-10' }],
    ['to', { from: '2021-03-09', to: '2026-03-09' }],
    ['to', { from: '2026-03-01', to: '2026-3-2' }],
    ['range', { range: '3' }],
  ])('refuses a wrong %s of %j and names it', async (field, query) => {
    const { status, body } = await reports.get(DISTRIBUTION, query as HttpOptions['query']);
    expect({ status, field: body.field }).toEqual({ status: 400, field });
    expect(body.msg).toContain(field);
  });

  it('takes a period of 60 months, and one that ends tomorrow', async () => {
    expect(await stars({ from: '2021-03-10', to: '2026-03-09' })).toEqual(NONE);
    expect(await stars({ from: '2026-03-01', to: '2026-03-11' })).toEqual(NONE);
  });
});
