import { type DatePrecision, UNKNOWN_DATE } from '@plaudit/contracts';
import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

interface Point {
  date: string;
  score: number | null;
  reviews: number | null;
  estimated?: true;
}

describe('GET /channels/rating_history/{id}', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-01-08T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  const ask = (id: number, query: object = {}) => reports.get(`/channels/rating_history/${id}`, { ...query });
  /** Returns the points as lines such as `2026-01-02 4/2 e`. */
  const history = async (id: number, query: object = {}) => {
    const { status, body } = await ask(id, query);
    expect(status).toBe(200);
    return (body.history as Point[]).map(
      ({ date, score, reviews, estimated }) =>
        `${date} ${score}/${reviews}${estimated === undefined ? '' : ` ${estimated ? 'e' : 'wrong'}`}`,
    );
  };
  const reviewed = (channel_id: number, posted_on: string, ...ratings: (number | null)[]) =>
    reports.reviews(
      ratings.map((rating_value) => ({ channel_id, posted_on: `${posted_on} 10:00:00`, rating_value })),
    );

  /** Reviews from 2 January on, and the first official figures on 8 January. */
  async function plant(): Promise<number> {
    const id = await reports.channel();
    await reviewed(id, '2026-01-02', 5, 3);
    await reviewed(id, '2026-01-05', 1);
    await reviewed(id, '2026-01-07', 5, 5, 4);
    await reports.ratingDays(id, [['2026-01-08', 3.9, 7]]);
    return id;
  }

  it.each([
    [7, ['2026-01-02 4/2 e', '2026-01-05 3/3 e', '2026-01-07 3.83/6 e', '2026-01-08 3.9/7']],
    [5, ['2026-01-04 4/2 e', '2026-01-05 3/3 e', '2026-01-07 3.83/6 e', '2026-01-08 3.9/7']],
    [4, ['2026-01-05 3/3 e', '2026-01-07 3.83/6 e', '2026-01-08 3.9/7']],
    [1, ['2026-01-08 3.9/7']],
    [365, ['2026-01-02 4/2 e', '2026-01-05 3/3 e', '2026-01-07 3.83/6 e', '2026-01-08 3.9/7']],
  ])(
    'estimates the points of the last %d days that precede the first official ones',
    async (days, points) => {
      const id = await plant();
      expect(await history(id, { days })).toEqual(points);
    },
  );

  it('has the last 90 days by default', async () => {
    const id = await reports.channel();
    await reports.ratingDays(id, [
      ['2025-10-10', 4, 1],
      ['2025-10-11', 4.1, 2],
    ]);
    expect(await history(id)).toEqual(['2025-10-11 4.1/2']);
    expect(await history(id, { days: '' })).toEqual(['2025-10-11 4.1/2']);
    expect(await history(id, { days: 91 })).toEqual(['2025-10-10 4/1', '2025-10-11 4.1/2']);
  });

  it('estimates nothing on or after the first official day, also if it precedes the window', async () => {
    const id = await reports.channel();
    await reports.ratingDays(id, [['2025-06-01', 4, 10]]);
    await reviewed(id, '2025-05-30', 1);
    await reviewed(id, '2026-01-05', 1);
    expect(await history(id, { days: 30 })).toEqual([]);
    expect(await history(id, { days: 365 })).toEqual(['2025-05-30 1/1 e', '2025-06-01 4/10']);
  });

  it('estimates up to today while no crawl has read official figures', async () => {
    const id = await reports.channel({ score: null, reviews: null });
    await reviewed(id, '2026-01-08', 4);
    await reviewed(id, '2026-01-09', 1);
    expect(await history(id)).toEqual(['2026-01-08 4/1 e']);
  });

  it('has one point for the first day of the window, which counts the reviews of that day', async () => {
    const id = await reports.channel();
    await reviewed(id, '2025-12-01', 1);
    await reviewed(id, '2026-01-07', 4);
    expect(await history(id, { days: 2 })).toEqual(['2026-01-07 2.5/2 e']);
    expect(await history(id, { days: 1 })).toEqual(['2026-01-08 2.5/2 e']);
  });

  it('converts ratings on other scales to the scale of the channel', async () => {
    const id = await reports.channel({ rating_scale: 10, score: 8 });
    await reports.reviews([
      { channel_id: id, posted_on: '2026-01-02 00:00:00', rating_value: 4, rating_scale: 5 },
      { channel_id: id, posted_on: '2026-01-02 00:00:00', rating_value: 95, rating_scale: 100 },
      { channel_id: id, posted_on: '2026-01-02 00:00:00', rating_value: 7, rating_scale: 10 },
    ]);
    await reports.ratingDays(id, [['2026-01-07', 4.25, 3]]);
    await reports.ratingDays(id, [['2026-01-08', 8.51234, 3]], { rating_scale: 10 });
    expect(await history(id)).toEqual(['2026-01-02 8.17/3 e', '2026-01-07 8.5/3', '2026-01-08 8.51234/3']);
  });

  it('rounds half up', async () => {
    const id = await reports.channel({ rating_scale: 100 });
    const many = { channel_id: id, posted_on: '2026-01-02 00:00:00', rating_scale: 100 };
    await reports.reviews([
      { ...many, rating_value: 1.01 },
      { ...many, rating_value: 1 },
    ]);
    expect(await history(id)).toEqual(['2026-01-02 1.01/2 e']);
  });

  it('counts no reviews of other channels or without a rating', async () => {
    const [id, other] = [await reports.channel(), await reports.channel()];
    await reviewed(id, '2026-01-02', null);
    await reviewed(other, '2026-01-03', 5);
    expect(await history(id)).toEqual([]);
    await reviewed(id, '2026-01-04', null, 4);
    expect(await history(id)).toEqual(['2026-01-04 4/1 e']);
  });

  it('leaves out ratings of an unknown date, and counts those of 1969 and of 1 January 1970', async () => {
    await reports.zone('America/New_York');
    const id = await reports.channel();
    const rated = (posted_on: string, posted_precision: DatePrecision, rating_value: number) => ({
      channel_id: id,
      posted_on,
      posted_precision,
      rating_value,
    });
    await reports.reviews([
      rated(UNKNOWN_DATE, 'unknown', 1),
      rated('1969-07-20 00:00:00', 'day', 5),
      rated('1970-01-01 00:00:00', 'day', 3),
      rated('2026-01-07 00:00:00', 'day', 4),
    ]);
    expect(await history(id, { days: 3 })).toEqual(['2026-01-06 4/2 e', '2026-01-07 4/3 e']);
  });

  it('has a day without figures as null, because the platform showed none', async () => {
    const id = await reports.channel();
    await reports.ratingDays(id, [['2026-01-07', null, null]]);
    expect((await ask(id)).body).toEqual({ history: [{ date: '2026-01-07', score: null, reviews: null }] });
  });

  it('begins and ends its days in the zone of the sub account', async () => {
    jest.setSystemTime(new Date('2026-01-08T23:30:00Z'));
    await reports.zone('Europe/Berlin');
    const id = await reports.channel();
    await reports.reviews([{ channel_id: id, posted_on: '2026-01-07 23:30:00', rating_value: 5 }]);
    await reports.ratingDays(id, [['2026-01-09', 4, 1]]);
    expect(await history(id, { days: 2 })).toEqual(['2026-01-08 5/1 e', '2026-01-09 4/1']);
    expect(await history(id, { days: 1 })).toEqual(['2026-01-09 4/1']);
  });

  it('is CSV with one line per point', async () => {
    const { headers, body } = await ask(await plant(), { days: 2, format: 'csv' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="rating_history.csv"');
    expect(body).toBe(
      '"date","score","reviews","estimated"\r\n"2026-01-07","3.83","6","true"\r\n"2026-01-08","3.9","7","false"\r\n',
    );
  });

  it('is empty for a channel that exists and that no event has told of', async () => {
    reports.known.add('channel 777');
    expect((await ask(777)).body).toEqual({ history: [] });
    expect(reports.questions.at(-1)).toBe('/internal/channels/unknown 777');
  });

  it('responds with 404 for a channel that is deleted, unknown, or of another sub account, even for the main one', async () => {
    const ids = [
      await reports.channel({ deleted: true }),
      await reports.channel({ sub_account_id: 2 }),
      await reports.channel({ account_id: 9, sub_account_id: 90 }),
      999_999,
    ];
    for (const id of ids) {
      expect(await ask(id)).toMatchObject({
        status: 404,
        body: { code: 'not_found', msg: `No channel with id ${id} belongs to this sub account.` },
      });
    }
  });

  it.each(['0', '366', '-1', '1.5', '1e2', 'x', ' 7', '007', '9999999999'])(
    'refuses %j days',
    async (days) => {
      const { status, body } = await ask(await reports.channel(), { days });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { field: 'days', msg: 'days must be an integer from 1 to 365.' },
      });
    },
  );

  it.each(['sub_accounts', 'channels', 'compare', 'type', 'from'])('takes no %s', async (name) => {
    const { status, body } = await ask(await reports.channel(), { [name]: '1' });
    expect({ status, field: body.field }).toEqual({ status: 400, field: name });
  });

  it.each(['0', '-1', 'x', '1.0', '99999999999999999'])('refuses the id %s', async (id) => {
    const { status, body } = await reports.get(`/channels/rating_history/${id}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});
