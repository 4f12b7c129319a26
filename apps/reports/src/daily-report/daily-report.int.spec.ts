import type { HttpOptions } from '@plaudit/testing';
import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const DAILY = '/reports/daily';
const NOT_COLLECTED = { collected_average: null, collected_count: 0 };

describe('GET /reports/daily', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-04-20T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  interface Day {
    day: string;
    average_rating: number | null;
    reviews: number;
  }

  async function daysOf(query: HttpOptions['query']): Promise<Day[]> {
    const { status, body } = await reports.get(DAILY, query);
    expect({ query, status }).toEqual({ query, status: 200 });
    return body.days;
  }
  const averages = async (query: HttpOptions['query']): Promise<(number | null)[]> =>
    (await daysOf(query)).map(({ average_rating }) => average_rating);
  const counts = async (query: HttpOptions['query']): Promise<number[]> =>
    (await daysOf(query)).map(({ reviews }) => reviews);

  it('has 30 days up to today by default, also those without anything', async () => {
    const { body } = await reports.get(DAILY);
    expect(body).toMatchObject({ success: true, from: '2026-03-22', to: '2026-04-20' });
    expect(body.days).toHaveLength(30);
    expect(body.days[0]).toEqual({ day: '2026-03-22', average_rating: null, reviews: 0, ...NOT_COLLECTED });
    expect(body.days[29]).toEqual({ day: '2026-04-20', average_rating: null, reviews: 0, ...NOT_COLLECTED });
    expect(await daysOf({ days: 92 })).toHaveLength(92);
  });

  it('weights each channel by its reviews, with figures of another scale on five stars', async () => {
    await reports.ratingDays(await reports.channel(), [['2026-04-20', 4.5, 100]]);
    await reports.ratingDays(await reports.channel(), [['2026-04-20', 8, 50]], { rating_scale: 10 });
    expect(await averages({ days: 1 })).toEqual([4.33]);
  });

  it('counts a channel that was not read with its last figures, for six days', async () => {
    await reports.ratingDays(await reports.channel(), [
      ['2026-04-09', 3, 10],
      ['2026-04-11', 1, 10],
    ]);
    await reports.ratingDays(
      await reports.channel(),
      Array.from({ length: 11 }, (_, at) => [`2026-04-${at + 10}`, 5, 10]),
    );
    const [four, three] = [4, 3];
    expect(await averages({ days: 11 })).toEqual([four, ...Array(7).fill(three), 5, 5, 5]);
    expect(await averages({ days: 5 })).toEqual([3, 3, 5, 5, 5]);
  });

  it('has no average for a day on which no channel was read', async () => {
    await reports.ratingDays(await reports.channel(), [
      ['2026-04-18', 4, 1],
      ['2026-04-20', 3, 1],
    ]);
    expect(await averages({ days: 4 })).toEqual([null, 4, null, 3]);
  });

  it('counts the reviews of a local day, also those without a channel', async () => {
    await reports.zone('Europe/Berlin');
    const channel_id = await reports.channel();
    await reports.reviews([
      { posted_on: '2026-04-18 22:30:00', channel_id },
      { posted_on: '2026-04-19 12:00:00', channel_id: null },
      { posted_on: '2026-04-20 00:00:00', channel_id },
    ]);
    expect(await counts({ days: 3 })).toEqual([0, 2, 1]);
    expect(await counts({ days: 3, channels: channel_id })).toEqual([0, 1, 1]);
  });

  it('counts the channels of a property and of a platform', async () => {
    const [a, b] = [
      await reports.channel({ group_id: 4 }),
      await reports.channel({ type_id: 12, type: 'b' }),
    ];
    await reports.ratingDays(a, [['2026-04-20', 4, 1]]);
    await reports.ratingDays(b, [['2026-04-20', 2, 1]]);
    expect(await averages({ days: 1, groups: 4 })).toEqual([4]);
    expect(await averages({ days: 1, type: 12 })).toEqual([2]);
  });

  it('has nothing of other sub accounts, unless the query names them', async () => {
    for (const owner of [
      { account_id: 1, sub_account_id: 2 },
      { account_id: 3, sub_account_id: 4 },
    ]) {
      await reports.ratingDays(await reports.channel(owner), [['2026-04-20', 2, 9]], owner);
      await reports.reviews([{ ...owner, posted_on: '2026-04-20 08:00:00', channel_id: null }]);
    }
    expect(await daysOf({ days: 1 })).toEqual([
      { day: '2026-04-20', average_rating: null, reviews: 0, ...NOT_COLLECTED },
    ]);
    const theirs = [{ day: '2026-04-20', average_rating: 2, reviews: 1, ...NOT_COLLECTED }];
    expect(await daysOf({ days: 1, sub_accounts: 'all' })).toEqual(theirs);
    expect(await daysOf({ days: 1, sub_accounts: 2 })).toEqual(theirs);
  });

  it('compares with as many days before', async () => {
    await reports.ratingDays(await reports.channel(), [
      ['2026-04-18', 4, 1],
      ['2026-04-20', 4.5, 1],
    ]);
    await reports.reviews([{ posted_on: '2026-04-17 08:00:00', channel_id: null }]);
    const { body } = await reports.get(DAILY, { days: 2, compare: 'previous' });
    expect(body.previous).toEqual({
      from: '2026-04-17',
      to: '2026-04-18',
      days: [
        { day: '2026-04-17', average_rating: null, reviews: 1, collected_average: 5, collected_count: 1 },
        { day: '2026-04-18', average_rating: 4, reviews: 0, ...NOT_COLLECTED },
      ],
    });
    expect(body.change).toEqual({ average_rating: 0.5, reviews: -1 });
  });

  it('has the average of the collected ratings so far on each day before the first official score', async () => {
    const rated = (day: string, rating_value: number, posted_precision: 'second' | 'unknown' = 'second') =>
      reports.reviews([{ posted_on: `${day} 08:00:00`, rating_value, posted_precision, channel_id: null }]);
    await rated('2026-02-01', 2);
    await rated('2026-04-18', 5);
    await rated('1970-01-01', 1, 'unknown');
    const collected = async () =>
      (await reports.get(DAILY, { days: 4 })).body.days.map(
        (day: Record<string, number | null>) => `${day.collected_average} of ${day.collected_count}`,
      );
    expect(await collected()).toEqual(['2 of 1', '3.5 of 2', '3.5 of 2', '3.5 of 2']);
    await reports.ratingDays(await reports.channel(), [
      ['2026-04-18', null, 1],
      ['2026-04-19', 4.5, 1],
    ]);
    expect(await collected()).toEqual(['2 of 1', '3.5 of 2', 'null of 0', 'null of 0']);
  });

  it('is CSV with a row per day', async () => {
    await reports.ratingDays(await reports.channel(), [['2026-04-20', 4.5, 1]]);
    const { headers, body } = await reports.get(DAILY, { days: 2, format: 'csv' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="daily.csv"');
    expect((body as string).split('\r\n')).toEqual([
      '"day","average_rating","reviews","collected_average","collected_count"',
      '"2026-04-19","","0","","0"',
      '"2026-04-20","4.5","0","","0"',
      '',
    ]);
  });

  it.each(['0', '93', '1.5', '-3', 'x', '007'])('refuses days=%s and names the parameter', async (days) => {
    const { status, body } = await reports.get(DAILY, { days });
    expect({ status, field: body.field, msg: body.msg }).toEqual({
      status: 400,
      field: 'days',
      msg: 'days must be an integer from 1 to 92.',
    });
  });

  it('refuses a user without the right, a channel of others, and a parameter that it does not have', async () => {
    const foreign = await reports.channel({ account_id: 2, sub_account_id: 3 });
    const { status } = await reports.get(DAILY, {}, { scopes: ['reviews:read'] });
    expect(status).toBe(403);
    expect((await reports.get(DAILY, { channels: foreign })).status).toBe(404);
    expect((await reports.get(DAILY, { months: '2' })).body).toMatchObject({ field: 'months' });
  });
});
