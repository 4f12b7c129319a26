import { eventually, fakeOnly } from '@plaudit/testing';
import { DateReplies1765710000000 } from '../migrations/1765710000000-date-replies';
import { PlantedReports } from '../planted-reports.suite';

const RESPONSE = '/reports/response';
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };

describe('GET /reports/response', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  /** A review of 10 January, or of `posted_on`, whose owner replied after so many minutes. Null for a reply without a date. */
  const replied = (minutes: number | null, posted_on = '2026-01-10 12:00:00') => ({
    posted_on,
    reply: {
      text: 'Thank you!',
      posted_on:
        minutes === null
          ? null
          : new Date(Date.parse(`${posted_on.replace(' ', 'T')}Z`) + minutes * 60_000)
              .toISOString()
              .slice(0, 19)
              .replace('T', ' '),
    },
  });
  const open = (posted_on = '2026-01-10 12:00:00') => ({ posted_on, reply: null });
  const none = { reviews: 0, replied: 0, share: null, dated_replies: 0, median_hours: null };

  it('has every month of the last year with null for what cannot be known, without reviews', async () => {
    const { status, body } = await reports.get(RESPONSE);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, from: '2025-04-01', to: '2026-03-10', totals: none });
    expect(body.platforms).toEqual([]);
    expect(body.months).toHaveLength(12);
    expect(body.months[0]).toEqual({ month: '2025-04', ...none });
    expect(body.months[11]).toEqual({ month: '2026-03', ...none });
  });

  it('counts replies without a date, and takes the median of those with one', async () => {
    await reports.reviews([replied(60), replied(180), replied(600), replied(null), open(), open()]);
    const { body } = await reports.get(RESPONSE, JANUARY);
    const figures = { reviews: 6, replied: 4, share: 0.6667, dated_replies: 3, median_hours: 3 };
    expect(body.totals).toEqual(figures);
    expect(body.months).toEqual([{ month: '2026-01', ...figures }]);
    expect(body.platforms).toEqual([{ label: 'Apple App Store', ...figures }]);
  });

  it.each([
    [[60, 186], 2.1],
    [[60, 183], 2],
    [[63], 1.1],
    [[69], 1.2],
    [[-30], 0],
  ])('rounds the median of %j minutes half up to %d hours', async (minutes, median_hours) => {
    await reports.reviews(minutes.map((each) => replied(each)));
    expect((await reports.get(RESPONSE, JANUARY)).body.totals.median_hours).toBe(median_hours);
  });

  it('counts a reply in the month of its review, in the zone of the sub account', async () => {
    await reports.zone('Europe/Berlin');
    await reports.reviews([
      replied(60, '2025-12-31 22:59:59'),
      replied(120, '2025-12-31 23:00:00'),
      replied(180, '2026-01-31 22:59:59'),
      replied(240, '2026-01-31 23:00:00'),
    ]);
    const january = (await reports.get(RESPONSE, JANUARY)).body;
    expect(january.totals).toMatchObject({ reviews: 2, dated_replies: 2, median_hours: 2.5 });
    const months = (await reports.get(RESPONSE, { from: '2025-12-01', to: '2026-02-28' })).body.months;
    expect(months).toMatchObject([
      { month: '2025-12', reviews: 1, median_hours: 1 },
      { month: '2026-01', reviews: 2, median_hours: 2.5 },
      { month: '2026-02', reviews: 1, median_hours: 4 },
    ]);
  });

  it.each([
    ['Pacific/Kiritimati', '2025-12-31 10:00:00', '2025-12-31 09:59:59'],
    ['Etc/GMT+12', '2026-02-01 11:59:59', '2026-02-01 12:00:00'],
  ])('finds the replies of a day that %s begins far from UTC', async (zone, inside, outside) => {
    await reports.zone(zone);
    await reports.reviews([replied(60, inside), replied(120, outside)]);
    expect((await reports.get(RESPONSE, JANUARY)).body.totals).toMatchObject({
      reviews: 1,
      dated_replies: 1,
      median_hours: 1,
    });
  });

  /** Two replies that change their months between UTC and Berlin, and one that does not. */
  const AT_THE_BORDER = [
    replied(60, '2025-12-31 23:30:00'),
    replied(120, '2026-01-31 23:30:00'),
    replied(180, '2026-02-10 12:00:00'),
  ];
  const hoursByMonth = async () =>
    (await reports.get(RESPONSE, { from: '2025-12-01', to: '2026-02-28' })).body.months.map(
      ({ median_hours }: { median_hours: number | null }) => median_hours,
    );

  it('follows a change of the zone', async () => {
    await reports.reviews(AT_THE_BORDER);
    expect(await hoursByMonth()).toEqual([1, 2, 3]);
    for (const [timezone, hours] of [
      ['Europe/Berlin', [null, 1, 2.5]],
      ['UTC', [1, 2, 3]],
    ] as const) {
      const client = reports.world.as({});
      await client.put('reports', '/public/v1/reports/settings', { body: { timezone } });
      expect(await hoursByMonth()).toEqual(hours);
    }
  });

  it('finds what replicas of an older release stored when the days are counted again', async () => {
    await reports.zone('Europe/Berlin');
    await reports.reviews(AT_THE_BORDER);
    await reports.world.admin.query(
      `update reports.reviews set review_day = case when reply_seconds < 9000 then date '2026-01-31' end;
       update reports.sub_accounts set recount_due_at = now()`,
    );
    await eventually(hoursByMonth, (hours) => hours.join() === ',1,2.5', 'the replies by month');
  });

  it('has all replies after the upgrade', async () => {
    await reports.zone('Europe/Berlin');
    await reports.reviews([...AT_THE_BORDER, { ...replied(240), account_id: 2, sub_account_id: 3 }]);
    const runner = reports.database.dataSource.createQueryRunner();
    try {
      await new DateReplies1765710000000().down(runner);
      await new DateReplies1765710000000().up(runner);
    } finally {
      await runner.release();
    }
    expect(await hoursByMonth()).toEqual([null, 1, 2.5]);
    const days = 'select count(*)::int as days from reports.reviews where review_day is not null';
    expect(await reports.world.admin.query(days)).toEqual([{ days: 4 }]);
  });

  it('puts the platforms with the most reviews first, and custom sources under their names', async () => {
    await reports.reviews([
      { ...replied(60), label: 'Booking', type: 'booking' },
      { ...open(), channel_id: null, type: 'custom', label: 'Survey' },
      { ...replied(120), label: 'Booking', type: 'booking' },
      { ...open(), label: 'Airbnb', type: 'airbnb' },
    ]);
    const { platforms } = (await reports.get(RESPONSE, JANUARY)).body;
    expect(platforms).toEqual([
      { label: 'Booking', reviews: 2, replied: 2, share: 1, dated_replies: 2, median_hours: 1.5 },
      { label: 'Airbnb', reviews: 1, replied: 0, share: 0, dated_replies: 0, median_hours: null },
      { label: 'Survey', reviews: 1, replied: 0, share: 0, dated_replies: 0, median_hours: null },
    ]);
  });

  it('filters by channel, property and platform at once', async () => {
    await reports.channel({ id: 7, group_id: 3 });
    await reports.channel({ id: 8, group_id: 3, type: 'booking', type_id: 2 });
    await reports.reviews([
      { ...replied(60), channel_id: 7 },
      { ...replied(120), channel_id: 8, type: 'booking' },
      { ...replied(180), channel_id: null, type: 'custom' },
    ]);
    const total = async (query: Record<string, string>) =>
      (await reports.get(RESPONSE, { ...JANUARY, ...query })).body.totals;
    expect(await total({ channels: '7' })).toMatchObject({ reviews: 1, median_hours: 1 });
    expect(await total({ groups: '3' })).toMatchObject({ reviews: 2, median_hours: 1.5 });
    expect(await total({ groups: '3', type: '2' })).toMatchObject({ reviews: 1, median_hours: 2 });
    expect(await total({ channels: '7', type: '2' })).toMatchObject({ reviews: 0, median_hours: null });
  });

  it('keeps sub accounts and accounts apart', async () => {
    await reports.reviews([
      replied(60),
      { ...replied(120), sub_account_id: 2 },
      { ...replied(180), account_id: 2, sub_account_id: 3 },
    ]);
    const total = async (sub_accounts?: string) =>
      (await reports.get(RESPONSE, { ...JANUARY, ...(sub_accounts && { sub_accounts }) })).body.totals;
    expect(await total()).toMatchObject({ reviews: 1, median_hours: 1 });
    expect(await total('2')).toMatchObject({ reviews: 1, median_hours: 2 });
    expect(await total('all')).toMatchObject({ reviews: 2, median_hours: 1.5 });
  });

  it('compares with the period of the same length before', async () => {
    await reports.reviews([replied(60), replied(90), open('2025-12-31 23:59:59')]);
    const { body } = await reports.get(RESPONSE, { ...JANUARY, compare: 'previous' });
    expect(body.previous).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
      totals: { reviews: 1, replied: 0, share: 0, dated_replies: 0, median_hours: null },
    });
    expect(body.change).toEqual({
      reviews: 1,
      replied: 2,
      share: 1,
      dated_replies: 2,
      median_hours: null,
    });
  });

  it('is CSV with a row per month and platform, whose names are no formulas', async () => {
    await reports.reviews([{ ...replied(60), label: '=1+1' }]);
    const { body } = await reports.get(RESPONSE, { ...JANUARY, compare: 'previous', format: 'csv' });
    expect((body as string).split('\r\n')).toEqual([
      '"row","month","label","reviews","replied","share","dated_replies","median_hours"',
      '"month","2026-01","","1","1","1","1","1"',
      `"platform","","'=1+1","1","1","1","1","1"`,
      '"total","","","1","1","1","1","1"',
      '"previous","","","0","0","","0",""',
      '',
    ]);
  });
});
