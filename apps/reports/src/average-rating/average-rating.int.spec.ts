import type { HttpOptions } from '@plaudit/testing';
import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const AVERAGE = '/reports/average_rating';
const TEN = { rating_scale: 10 };
const NOT_COLLECTED = { collected_average: null, collected_count: 0 };

describe('GET /reports/average_rating', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-04-20T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  /** Returns the averages, oldest first. */
  async function averages(query: HttpOptions['query'] = { months: 4 }): Promise<(number | null)[]> {
    const { status, body } = await reports.get(AVERAGE, query);
    expect({ query, status }).toEqual({ query, status: 200 });
    return body.months.map((month: { average_rating: number | null }) => month.average_rating);
  }

  /** Plants three channels in the property 4 with the figures of three months. The last ones were read on `lastDay`. */
  async function example(lastDay: string): Promise<number[]> {
    const [a, b, c] = [
      await reports.channel({ type_id: 11, group_id: 4 }),
      await reports.channel({ type_id: 12, group_id: 4 }),
      await reports.channel({ type_id: 13, group_id: 4 }),
    ];
    await reports.ratingDays(a, [
      ['2026-01-31', 4.5, 100],
      ['2026-02-28', 4.6, 120],
    ]);
    const figures: [string, number, number][] = [
      ['2026-02-10', 8, 50],
      ['2026-02-27', 8.4, 60],
      ['2026-03-15', 8.6, 70],
    ];
    await reports.ratingDays(b, figures, TEN);
    await reports.ratingDays(c, [[lastDay, 3, 10]]);
    return [a, b, c];
  }

  /** Plants a channel with these figures of April 2026. */
  async function measured(score: number | null, reviews: number | null, rating_scale = 5): Promise<void> {
    await reports.ratingDays(await reports.channel(), [['2026-04-02', score, reviews]], { rating_scale });
  }

  it('weights the last figures of each channel in each month by its reviews', async () => {
    await example('2026-03-31');
    const { body } = await reports.get(AVERAGE, { months: 4 });
    expect(body).toEqual({
      months: [
        { month: '2026-01', average_rating: 4.5, ...NOT_COLLECTED },
        { month: '2026-02', average_rating: 4.47, ...NOT_COLLECTED },
        { month: '2026-03', average_rating: 4.14, ...NOT_COLLECTED },
        { month: '2026-04', average_rating: null, ...NOT_COLLECTED },
      ],
    });
  });

  it('counts figures of the evening of 31 March in UTC as those of 1 April in Berlin', async () => {
    await reports.zone('Europe/Berlin');
    await example('2026-04-01');
    expect(await averages()).toEqual([4.5, 4.47, 4.3, 3]);
  });

  it('has 12 months by default, and ends with the local month', async () => {
    const { months } = (await reports.get(AVERAGE)).body;
    expect([months[0].month, months.at(-1).month, months.length]).toEqual(['2025-05', '2026-04', 12]);
    expect(await averages({ months: 24 })).toHaveLength(24);
    await reports.zone('Australia/Lord_Howe');
    jest.setSystemTime(new Date('2026-04-30T14:00:00Z'));
    expect((await reports.get(AVERAGE, { months: 1 })).body.months[0].month).toBe('2026-05');
  });

  it('has null, and no older figure, for a month without figures between two others', async () => {
    await reports.ratingDays(await reports.channel(), [
      ['2026-01-05', 4, 1],
      ['2026-04-05', 4.5, 1],
    ]);
    expect(await averages({ months: 6 })).toEqual([null, null, 4, null, null, 4.5]);
  });

  it('rounds half a cent up, which floating point numbers would round down', async () => {
    await measured(4.52, 150);
    await measured(8.7, 200, 10);
    await measured(90, 10, 100);
    expect(await averages({ months: 1 })).toEqual([4.43]);
  });

  it('rounds half a cent up although quotients by the scale have no end', async () => {
    await measured(0.1, 7, 3);
    await measured(2.6, 13, 3);
    expect(await averages({ months: 1 })).toEqual([2.88]);
  });

  it('is the plain mean if no channel has reviews', async () => {
    await measured(4, 0);
    await measured(9, null, 10);
    expect(await averages({ months: 1 })).toEqual([4.25]);
    await measured(2, 1);
    expect(await averages({ months: 1 })).toEqual([2]);
  });

  it('leaves out a channel whose last figures of the month have no score', async () => {
    await measured(null, 50);
    expect(await averages({ months: 1 })).toEqual([null]);
    await measured(3, 1);
    expect(await averages({ months: 1 })).toEqual([3]);
  });

  it('counts a score above its scale as five stars', async () => {
    await measured(12, 1, 10);
    expect(await averages({ months: 1 })).toEqual([5]);
  });

  it('keeps the figures of a deleted channel, and of one that no event told of yet', async () => {
    const gone = await reports.channel({ deleted: true });
    await reports.ratingDays(gone, [['2026-03-05', 3, 9]]);
    await reports.ratingDays(8_000_000, [['2026-04-05', 2, 9]]);
    expect(await averages({ months: 2 })).toEqual([3, 2]);
  });

  it('counts the channels that the filters select', async () => {
    const [, , c] = await example('2026-03-31');
    expect(await averages({ months: 4, channels: c })).toEqual([null, null, 3, null]);
    expect(await averages({ months: 4, type: 12 })).toEqual([null, 4.2, 4.3, null]);
    expect(await averages({ months: 4, groups: 5 })).toEqual([null, null, null, null]);
    expect(await averages({ months: 4, groups: '4,5' })).toEqual([4.5, 4.47, 4.14, null]);
  });

  it('has nothing of other sub accounts, unless the query names them', async () => {
    const theirs = { sub_account_id: 2 };
    await reports.ratingDays(await reports.channel(theirs), [['2026-04-05', 2, 9]], theirs);
    const strange = { account_id: 3, sub_account_id: 4 };
    await reports.ratingDays(await reports.channel(strange), [['2026-04-05', 1, 9]], strange);
    expect(await averages({ months: 1 })).toEqual([null]);
    expect(await averages({ months: 1, sub_accounts: 'all' })).toEqual([2]);
    expect(await averages({ months: 1, sub_accounts: 2 })).toEqual([2]);
  });

  it('compares with as many months before', async () => {
    await example('2026-03-31');
    const { body } = await reports.get(AVERAGE, { months: 2, compare: 'previous' });
    expect(body).toEqual({
      months: [
        { month: '2026-03', average_rating: 4.14, ...NOT_COLLECTED },
        { month: '2026-04', average_rating: null, ...NOT_COLLECTED },
      ],
      previous: {
        months: [
          { month: '2026-01', average_rating: 4.5, ...NOT_COLLECTED },
          { month: '2026-02', average_rating: 4.47, ...NOT_COLLECTED },
        ],
      },
      change: { average_rating: -0.33 },
    });
  });

  describe('without an official score', () => {
    const rated = (posted_on: string, rating_value: number, fields: object = {}) =>
      reports.reviews([{ posted_on: `${posted_on} 10:00:00`, rating_value, ...fields }]);
    /** Returns the averages of each month as `official/collected of count`. */
    const both = async (query: HttpOptions['query']) =>
      (await reports.get(AVERAGE, query)).body.months.map(
        (month: Record<string, number | null>) =>
          `${month.average_rating}/${month.collected_average} of ${month.collected_count}`,
      );

    it('has the average of all ratings so far in each month with a new one, and none for the months between', async () => {
      await rated('1969-06-02', 2);
      await rated('2026-02-03', 5);
      await rated('2026-02-04', 9, { rating_scale: 10 });
      await rated('2026-04-05', 4);
      await rated('1970-01-01', 1, { posted_precision: 'unknown' });
      await rated('2026-05-01', 1);
      expect(await both({ months: 4 })).toEqual([
        'null/null of 0',
        'null/3.83 of 3',
        'null/null of 0',
        'null/3.88 of 4',
      ]);
    });

    it('ends with the month before the first official score, and never mixes them in one month', async () => {
      const id = await reports.channel();
      for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) await rated(`${month}-02`, 4);
      await reports.ratingDays(id, [
        ['2026-02-20', null, null],
        ['2026-03-20', 4.8, 90],
      ]);
      expect(await both({ months: 4 })).toEqual([
        'null/4 of 1',
        'null/4 of 2',
        '4.8/null of 0',
        'null/null of 0',
      ]);
    });

    it('counts only what the filters and the sub account select', async () => {
      const id = await reports.channel({ group_id: 7 });
      await rated('2026-04-02', 5, { channel_id: id });
      await rated('2026-04-02', 1, { channel_id: null });
      await rated('2026-04-02', 2, { sub_account_id: 2 });
      expect(await both({ months: 1, groups: 7 })).toEqual(['null/5 of 1']);
      expect(await both({ months: 1 })).toEqual(['null/3 of 2']);
      expect(await both({ months: 1, sub_accounts: 2 })).toEqual(['null/2 of 1']);
    });
  });

  it('is CSV with a row per month', async () => {
    await example('2026-03-31');
    const { headers, body } = await reports.get(AVERAGE, { months: 2, format: 'csv' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="average_rating.csv"');
    expect((body as string).split('\r\n')).toEqual([
      '"month","average_rating","collected_average","collected_count"',
      '"2026-03","4.14","","0"',
      '"2026-04","","","0"',
      '',
    ]);
  });

  it.each(['0', '25', '1.5', '-3', 'x', '007'])(
    'refuses months=%s and names the parameter',
    async (months) => {
      const { status, body } = await reports.get(AVERAGE, { months });
      expect({ status, field: body.field, msg: body.msg }).toEqual({
        status: 400,
        field: 'months',
        msg: 'months must be an integer from 1 to 24.',
      });
    },
  );

  it.each(['range', 'channel_id', 'from'])(
    'refuses the parameter %s, which it does not have',
    async (name) => {
      const { status, body } = await reports.get(AVERAGE, { [name]: '2' });
      expect({ status, field: body.field }).toEqual({ status: 400, field: name });
    },
  );
});
