import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const RATINGS = '/reports/ratings';
const NOT_COLLECTED = { collected_rating_value: null, collected_num_reviews: 0 };
const BOOKING = { type: 'booking', type_id: 2, label: 'Booking', rating_scale: 10 };

describe('GET /reports/ratings', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  it('weights official scores by their reviews and sums raw values before it rounds', async () => {
    await reports.channel({ id: 1, name: 'North', score: 4.6, reviews: 120 });
    await reports.channel({ id: 2, name: 'South', score: 4.2, reviews: 30 });
    await reports.channel({ id: 3, ...BOOKING, score: 8.7, reviews: 200 });
    await reports.channel({ id: 4, type_id: 3, label: 'Survey', rating_scale: 100, score: 90, reviews: 10 });
    await reports.channel({ id: 5, type_id: 4, label: 'Empty', score: null, reviews: 0 });
    const { status, body } = await reports.get(RATINGS);
    expect(status).toBe(200);
    const { channels, ...first } = body.types[1];
    expect(first).toEqual({
      label: 'Apple App Store',
      logo: null,
      rating_scale: 5,
      official_score: 4.52,
      official_num_reviews: 150,
      channel_count: 2,
      rating_value: 4.52,
      ...NOT_COLLECTED,
    });
    expect(channels).toEqual([
      { id: 1, name: 'North', official_score: 4.6, official_num_reviews: 120, ...NOT_COLLECTED },
      { id: 2, name: 'South', official_score: 4.2, official_num_reviews: 30, ...NOT_COLLECTED },
    ]);
    const figures = ({ official_score, official_num_reviews, rating_value }: Record<string, unknown>) => [
      official_score,
      official_num_reviews,
      rating_value,
    ];
    expect(figures(body.types[2])).toEqual([8.7, 200, 4.35]);
    expect(figures(body.types[3])).toEqual([90, 10, 4.5]);
    expect(figures(body.types[4])).toEqual([null, 0, null]);
    // 1593 / 360 is 4.425, which a float rounds to 4.42.
    expect(body.totals).toEqual({ rating_value: 4.43, official_num_reviews: 360, ...NOT_COLLECTED });
  });

  it('has no types and no rating without channels', async () => {
    expect((await reports.get(RATINGS)).body).toEqual({
      success: true,
      types: {},
      totals: { rating_value: null, official_num_reviews: 0, ...NOT_COLLECTED },
    });
  });

  it('takes the plain average if no channel has reviews, and counts channels without a score', async () => {
    await reports.channel({ score: 4, reviews: 0 });
    await reports.channel({ score: 5, reviews: null });
    await reports.channel({ score: null, reviews: 7 });
    const { types, totals } = (await reports.get(RATINGS)).body;
    expect(types[1]).toMatchObject({ official_score: 4.5, rating_value: 4.5, channel_count: 3 });
    expect(totals).toEqual({ rating_value: 4.5, official_num_reviews: 7, ...NOT_COLLECTED });
  });

  it.each([
    [[5, 10, 10], 10, 9],
    [[5, 10], 10, 9],
    [[5, 5, 10], 5, 4.5],
  ])(
    'converts channels with the scales %j of one platform to the scale of most, or else the larger one, %d',
    async (scales, rating_scale, official_score) => {
      for (const scale of scales) await reports.channel({ rating_scale: scale, score: scale * 0.9 });
      const { types } = (await reports.get(RATINGS)).body;
      expect(types[1]).toMatchObject({ rating_scale, official_score, rating_value: 4.5 });
      expect(types[1].channels[0].official_score).toBe(official_score);
    },
  );

  it('has the average of the collected ratings beside the official ones, by channel, platform and in all', async () => {
    await reports.channel({ id: 61, name: 'Own website', score: null, reviews: null });
    await reports.channel({ id: 62, score: 4.9, reviews: 10 });
    const rated = { posted_on: '2026-03-01 10:00:00', channel_id: 61 };
    await reports.reviews([
      { ...rated, rating_value: 5 },
      { ...rated, rating_value: 7, rating_scale: 10 },
      { ...rated, rating_value: null },
      { ...rated, rating_value: 2, channel_id: 62, posted_on: '1970-01-01 00:00:00' },
      { ...rated, rating_value: 1, channel_id: null },
      { ...rated, rating_value: 1, channel_id: null, sub_account_id: 2 },
    ]);
    const { types, totals } = (await reports.get(RATINGS)).body;
    expect(types[1].channels).toMatchObject([
      { id: 61, official_score: null, collected_rating_value: 4.25, collected_num_reviews: 2 },
      { id: 62, official_score: 4.9, collected_rating_value: 2, collected_num_reviews: 1 },
    ]);
    expect(types[1]).toMatchObject({ collected_rating_value: 3.5, collected_num_reviews: 3 });
    expect(totals).toMatchObject({
      rating_value: 4.9,
      collected_rating_value: 2.88,
      collected_num_reviews: 4,
    });
  });

  it('leaves out deleted channels and those of other sub accounts', async () => {
    await reports.channel({ deleted: true });
    await reports.channel({ sub_account_id: 2 });
    await reports.channel({ account_id: 2, sub_account_id: 3 });
    expect((await reports.get(RATINGS)).body.types).toEqual({});
    expect((await reports.get(RATINGS, { sub_accounts: 'all' })).body.types[1].channel_count).toBe(1);
  });

  it('compares with the last figures of each channel 30 days ago', async () => {
    const [first, second] = [await reports.channel(), await reports.channel()];
    await reports.ratingDays(first, [
      ['2026-02-01', 4, 10],
      ['2026-02-07', 4.1, 10],
      ['2026-02-09', 5, 99],
    ]);
    expect((await reports.get(RATINGS, { compare: 'previous' })).body.previous).toEqual({
      on: '2026-02-08',
      totals: { rating_value: 4.1, official_num_reviews: 10 },
    });
    await reports.ratingDays(second, [['2025-12-31', 9, 30]], { rating_scale: 10 });
    expect((await reports.get(RATINGS, { compare: 'previous' })).body.previous.totals).toEqual({
      rating_value: 4.4,
      official_num_reviews: 40,
    });
  });

  it('has no earlier figures to compare with if no channel had been read by then', async () => {
    await reports.ratingDays(await reports.channel(), [['2026-02-09', 5, 99]]);
    expect((await reports.get(RATINGS, { compare: 'previous' })).body.previous).toBeNull();
    expect((await reports.get(RATINGS)).body).not.toHaveProperty('previous');
  });

  it('is CSV with a row per platform, channel and total, whose texts are no formulas', async () => {
    await reports.channel({ id: 8, name: '=1+1', score: 4.25, reviews: 4 });
    const { headers, body } = await reports.get(RATINGS, { format: 'csv', compare: 'previous' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="ratings.csv"');
    expect((body as string).split('\r\n')).toEqual([
      '"row","type_id","label","rating_scale","channel_id","channel","channel_count","official_score","official_num_reviews","rating_value","collected_rating_value","collected_num_reviews"',
      '"type","1","Apple App Store","5","","","1","4.25","4","4.25","","0"',
      `"channel","1","Apple App Store","5","8","'=1+1","","4.25","4","","","0"`,
      '"total","","","","","","","","4","4.25","","0"',
      '',
    ]);
  });
});
