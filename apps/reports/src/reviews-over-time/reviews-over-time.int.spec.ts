import type { HttpOptions } from '@plaudit/testing';
import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';
import type { ReviewsOverTimeResponse } from './reviews-over-time.responses';

const OVER_TIME = '/reports/reviews_over_time';
const GOOGLE = { type: 'google', label: 'Google', rating_scale: 5 };
const BOOKING = { type: 'booking', label: 'Booking.com', rating_scale: 10 };
const CUSTOM = { type: 'custom', channel_id: null };

describe('GET /reports/reviews_over_time', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  async function report(query: HttpOptions['query'] = { range: 3 }): Promise<ReviewsOverTimeResponse> {
    const { status, body } = await reports.get(OVER_TIME, query);
    expect({ query, status }).toEqual({ query, status: 200 });
    return body as ReviewsOverTimeResponse;
  }

  const total = async (query: HttpOptions['query']) => (await report(query)).datasets['total'];

  /** Plants two channels, Google (in the property 8) and Booking.com, with five reviews. Returns their ids. */
  async function example(): Promise<{ google: number; booking: number }> {
    const google = await reports.channel({ type: 'google', type_id: 11, label: 'Google', group_id: 8 });
    const booking = await reports.channel({ type: 'booking', type_id: 12, label: 'Booking.com' });
    await reports.reviews([
      { ...GOOGLE, channel_id: google, posted_on: '2026-01-31 23:59:59', rating_value: 5 },
      { ...GOOGLE, channel_id: google, posted_on: '2026-02-01 00:00:00', rating_value: 4 },
      { ...GOOGLE, channel_id: google, posted_on: '2026-03-01 00:00:00', rating_value: null },
      { ...BOOKING, channel_id: booking, posted_on: '2026-02-15 12:00:00', rating_value: 8.7 },
      { ...BOOKING, channel_id: booking, posted_on: '2025-12-31 23:59:59', rating_value: 10 },
    ]);
    return { google, booking };
  }

  it('counts reviews per month and platform in UTC, those without a rating not by star', async () => {
    await example();
    expect(await report()).toEqual({
      success: true,
      labels: ['1/2026', '2/2026', '3/2026'],
      datasets: { Google: [1, 1, 1], 'Booking.com': [0, 1, 0], total: [1, 2, 1] },
      distributions: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 },
    });
  });

  it('counts them in Berlin, where months begin an hour earlier', async () => {
    await reports.zone('Europe/Berlin');
    await example();
    expect(await report()).toEqual({
      success: true,
      labels: ['1/2026', '2/2026', '3/2026'],
      datasets: { Google: [0, 2, 1], 'Booking.com': [1, 1, 0], total: [1, 3, 1] },
      distributions: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 2 },
    });
  });

  it('has 12 months by default, and zeros for months without reviews', async () => {
    await example();
    const { labels, datasets } = await report({});
    expect([labels[0], labels.at(-1), labels.length]).toEqual(['4/2025', '3/2026', 12]);
    expect(datasets['total']).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1]);
    expect(await total({ range: 1 })).toEqual([1]);
    expect(await total({ range: 60 })).toEqual([...Array<number>(56).fill(0), 1, 1, 2, 1]);
    expect(await total({ range: '' })).toHaveLength(12);
  });

  it.each([
    ['2026-03-31T23:59:59Z', ['2/2026', '3/2026']],
    ['2027-01-01T00:00:00Z', ['12/2026', '1/2027']],
    ['2028-02-29T12:00:00Z', ['1/2028', '2/2028']],
  ])('begins with the month before on %s, and skips none', async (now, labels) => {
    jest.setSystemTime(new Date(now));
    expect((await report({ range: 2 })).labels).toEqual(labels);
  });

  it('begins a month when it begins in the zone of the sub account', async () => {
    await reports.zone('America/New_York');
    jest.setSystemTime(new Date('2026-03-01T04:59:59Z'));
    expect((await report({ range: 1 })).labels).toEqual(['2/2026']);
    jest.setSystemTime(new Date('2026-03-01T05:00:00Z'));
    expect((await report({ range: 1 })).labels).toEqual(['3/2026']);
  });

  it('counts a review of 29 February in a leap year, and of a month in which the clock changes', async () => {
    await reports.zone('America/New_York');
    jest.setSystemTime(new Date('2028-03-31T12:00:00Z'));
    await reports.reviews(
      ['2028-02-29 12:00:00', '2028-03-01 04:59:59', '2028-03-01 05:00:00', '2028-04-01 03:59:59'].map(
        (posted_on) => ({ ...CUSTOM, label: 'Manual', posted_on }),
      ),
    );
    expect(await total({ range: 2 })).toEqual([2, 2]);
  });

  it('has the platforms of the channels that the filters select, also without reviews', async () => {
    const { google, booking } = await example();
    const datasets = async (query: object) => (await report({ range: 3, ...query })).datasets;
    const onlyGoogle = { Google: [1, 1, 1], total: [1, 1, 1] };
    const onlyBooking = { 'Booking.com': [0, 1, 0], total: [0, 1, 0] };
    expect(await datasets({ channel_id: booking })).toEqual(onlyBooking);
    expect(await datasets({ channels: google })).toEqual(onlyGoogle);
    expect(await datasets({ channels: `${google},${booking}`, channel_id: google })).toEqual(onlyGoogle);
    expect(await datasets({ channels: booking, channel_id: google })).toEqual({ total: [0, 0, 0] });
    expect(await datasets({ type: 11 })).toEqual(onlyGoogle);
    expect(await datasets({ type: 12, channel_id: booking })).toEqual(onlyBooking);
    expect(await datasets({ groups: 8 })).toEqual(onlyGoogle);
    expect(await datasets({ groups: 9 })).toEqual({ total: [0, 0, 0] });
    jest.setSystemTime(new Date('2030-01-01T00:00:00Z'));
    expect(await datasets({ channel_id: google })).toEqual({ Google: [0, 0, 0], total: [0, 0, 0] });
  });

  it('has zeros for a channel that is not of the platform', async () => {
    const { booking } = await example();
    expect(await report({ range: 2, type: 11, channel_id: booking })).toMatchObject({
      datasets: { total: [0, 0] },
      distributions: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    });
  });

  it('counts reviews without a channel under the label of their source or former platform', async () => {
    await reports.channel({ type: 'yelp', type_id: 13, label: 'Yelp', deleted: true });
    const posted_on = '2026-03-02 10:00:00';
    await reports.reviews([
      { ...CUSTOM, label: 'Manual', posted_on },
      { ...CUSTOM, label: 'total', posted_on },
      { ...CUSTOM, label: '__proto__', posted_on },
      { type: 'yelp', label: 'Yelp', channel_id: null, posted_on },
    ]);
    expect(JSON.stringify((await report({ range: 1 })).datasets)).toBe(
      '{"Manual":[1],"Yelp":[1],"__proto__":[1],"total (platform)":[1],"total":[4]}',
    );
    expect((await report({ range: 1, type: 13 })).datasets).toEqual({ Yelp: [1], total: [1] });
  });

  it('counts reviews under the label of the platform of their channel, and platforms with one label together', async () => {
    const one = await reports.channel({ type: 'maps', type_id: 14, label: 'Maps' });
    const other = await reports.channel({ type: 'apple_maps', type_id: 15, label: 'Maps' });
    const posted_on = '2026-03-02 10:00:00';
    await reports.reviews([
      { channel_id: one, type: 'maps', label: 'Former name', posted_on },
      { channel_id: other, type: 'apple_maps', label: 'Maps', posted_on },
    ]);
    expect((await report({ range: 1 })).datasets).toEqual({ Maps: [2], total: [2] });
  });

  it('counts nothing of other sub accounts, unless the query names them', async () => {
    const posted_on = '2026-03-02 10:00:00';
    await reports.reviews([
      { ...CUSTOM, label: 'Ours', posted_on },
      { ...CUSTOM, label: 'Theirs', posted_on, sub_account_id: 2 },
      { ...CUSTOM, label: 'Strange', posted_on, account_id: 3, sub_account_id: 4 },
    ]);
    expect((await report({ range: 1 })).datasets).toEqual({ Ours: [1], total: [1] });
    const all = { Ours: [1], Theirs: [1], total: [2] };
    expect((await report({ range: 1, sub_accounts: 'all' })).datasets).toEqual(all);
    expect((await report({ range: 1, sub_accounts: 2 })).datasets).toEqual({ Theirs: [1], total: [1] });
  });

  it('compares with as many months before', async () => {
    await example();
    expect(await report({ range: 2, compare: 'previous' })).toMatchObject({
      labels: ['2/2026', '3/2026'],
      datasets: { Google: [1, 1], 'Booking.com': [1, 0], total: [2, 1] },
      previous: {
        labels: ['12/2025', '1/2026'],
        datasets: { Google: [0, 1], 'Booking.com': [1, 0], total: [1, 1] },
        distributions: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 2 },
      },
      change: { total: 1 },
    });
  });

  it('is CSV with a row per month and platform, whose texts are no formulas', async () => {
    const posted_on = '2026-03-02 10:00:00';
    await reports.reviews([{ ...CUSTOM, label: '=1+1', posted_on }]);
    const { headers, body } = await reports.get(OVER_TIME, { range: 1, compare: 'previous', format: 'csv' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="reviews_over_time.csv"');
    expect((body as string).split('\r\n')).toEqual([
      '"month","platform","reviews"',
      '"2/2026","total","0"',
      `"3/2026","'=1+1","1"`,
      '"3/2026","total","1"',
      '',
    ]);
  });

  it.each([
    ['range', '0'],
    ['range', '61'],
    ['range', '1.5'],
    ['range', '-1'],
    ['range', 'x'],
    ['range', '012'],
    ['channel_id', '0'],
    ['channel_id', 'x'],
    ['channel_id', '42,43'],
    ['channel_id', '9'.repeat(16)],
    ['type', 'google'],
    ['months', '3'],
    ['from', '2026-01-01'],
  ])('refuses %s=%s and names the parameter', async (name, value) => {
    const { status, body } = await reports.get(OVER_TIME, { [name]: value });
    expect({ status, field: body.field }).toEqual({ status: 400, field: name });
    expect(body.msg).toContain(name);
  });

  it('refuses a channel that does not exist or belongs to others, and a platform that does not exist', async () => {
    const foreign = await reports.channel({ account_id: 3, sub_account_id: 4 });
    const others = await reports.channel({ sub_account_id: 2 });
    for (const channel_id of [foreign, others, 987_654]) {
      const { status, body } = await reports.get(OVER_TIME, { channel_id });
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
      expect(body.msg).toContain(String(channel_id));
    }
    const { status, body } = await reports.get(OVER_TIME, { type: 4_711 });
    expect({ status, field: body.field }).toEqual({ status: 400, field: 'type' });
  });
});
