import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const TAGS = '/reports/tags';
const YEAR_END = { from: '2025-12-15', to: '2026-02-14' };
const BREAD = { id: 3, name: 'bread' };
const STAFF = { id: 4, name: 'staff' };

describe('GET /reports/tags', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    await reports.tags({ 3: 'bread', 4: 'staff' });
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  const tagged = (
    posted_on: string,
    rating_value: number | null,
    tags: { id: number; name: string }[] = [BREAD],
    rating_scale = 5,
  ) => ({ posted_on: `${posted_on} 12:00:00`, rating_value, rating_scale, tags });

  it('has no tags without reviews that are tagged', async () => {
    await reports.reviews([tagged('2026-03-01', 5, [])]);
    const { status, body } = await reports.get(TAGS);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, from: '2025-04-01', to: '2026-03-10', tags_total: 0, tags: [] });
  });

  it('counts a review for each of its tags, in every month of the period', async () => {
    await reports.reviews([
      tagged('2025-12-14', 1),
      tagged('2025-12-15', 5, [BREAD, STAFF]),
      tagged('2026-02-14', 4),
      tagged('2026-02-14', null),
      tagged('2026-02-15', 1),
    ]);
    const { body } = await reports.get(TAGS, YEAR_END);
    const empty = { month: '2026-01', reviews: 0, average_rating: null };
    expect(body).toMatchObject({ ...YEAR_END, tags_total: 2 });
    expect(body.tags).toEqual([
      {
        ...BREAD,
        reviews: 3,
        average_rating: 4.5,
        months: [
          { month: '2025-12', reviews: 1, average_rating: 5 },
          empty,
          { month: '2026-02', reviews: 2, average_rating: 4 },
        ],
      },
      {
        ...STAFF,
        reviews: 1,
        average_rating: 5,
        months: [
          { month: '2025-12', reviews: 1, average_rating: 5 },
          empty,
          { month: '2026-02', reviews: 0, average_rating: null },
        ],
      },
    ]);
  });

  it('takes the average of all scales on 5 stars, and rounds it once, half up', async () => {
    // 885 / 200 is 4.425, which a float rounds to 4.42.
    await reports.reviews([
      ...Array.from({ length: 198 }, (_, n) => tagged('2026-01-01', n < 85 ? 5 : 4)),
      tagged('2026-01-01', 8, [BREAD], 10),
      tagged('2026-01-01', 80, [BREAD], 100),
    ]);
    expect((await reports.get(TAGS, YEAR_END)).body.tags[0]).toMatchObject({
      reviews: 200,
      average_rating: 4.43,
    });
  });

  it('rounds half up also if the stars of a month have no end, as on a scale of 3', async () => {
    // 25,200 of 9,600 reviews are 4.375 stars. Postgres cuts off 5 / 3 of 8,402 after twelve places.
    await reports.world.admin.query(
      `insert into reports.tag_days (account_id, sub_account_id, tag_id, day, channel_id, type, rating_scale, reviews, rated, rating_sum)
       values (1, 1, 3, '2025-12-31', 0, 'custom', 3, 3200, 3200, 8402), (1, 1, 3, '2026-01-01', 0, 'custom', 3, 3200, 3200, 8402),
         (1, 1, 3, '2026-02-01', 0, 'custom', 3, 3200, 3200, 8396)`,
    );
    await reports.raise(1, 1);
    expect((await reports.get(TAGS, YEAR_END)).body.tags[0]).toMatchObject({
      reviews: 9_600,
      average_rating: 4.38,
    });
  });

  it('counts days in the zone of the sub account', async () => {
    await reports.zone('Europe/Berlin');
    await reports.reviews([{ ...tagged('2026-03-31', 5), posted_on: '2025-12-31 23:30:00' }]);
    const { tags } = (await reports.get(TAGS, { from: '2026-01-01', to: '2026-01-01' })).body;
    expect(tags).toMatchObject([{ months: [{ month: '2026-01', reviews: 1 }] }]);
  });

  it('returns the tags with the most reviews up to the limit, then by name, and says how many there are', async () => {
    const names = { 5: 'zeal', 6: 'aroma', 7: 'crust' };
    await reports.tags(names);
    await reports.reviews([
      ...[5, 6, 7].map((id) => tagged('2026-01-01', 5, [{ id, name: '' }])),
      tagged('2026-01-01', 5, [{ id: 7, name: '' }]),
    ]);
    const { body } = await reports.get(TAGS, { ...YEAR_END, limit: '2' });
    expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['crust', 'aroma']);
    expect(body.tags_total).toBe(3);
  });

  it('counts only the tags that are asked for, and ignores unknown ones', async () => {
    await reports.reviews([tagged('2026-01-01', 5, [BREAD, STAFF])]);
    const of = async (tags: string) => (await reports.get(TAGS, { ...YEAR_END, tags })).body;
    expect(await of('4,999')).toMatchObject({ tags_total: 1, tags: [STAFF] });
    expect(await of('999')).toMatchObject({ tags_total: 0, tags: [] });
  });

  it('filters by channel, property and platform at once', async () => {
    await reports.channel({ id: 7, group_id: 3 });
    await reports.channel({ id: 8, group_id: 3, type: 'booking', type_id: 2 });
    await reports.reviews([
      { ...tagged('2026-01-01', 5), channel_id: 7 },
      { ...tagged('2026-01-01', 4), channel_id: 8, type: 'booking' },
      { ...tagged('2026-01-01', 1), channel_id: null, type: 'custom' },
    ]);
    const average = async (query: Record<string, string>) =>
      (await reports.get(TAGS, { ...YEAR_END, ...query })).body.tags[0]?.average_rating;
    expect(await average({ channels: '7' })).toBe(5);
    expect(await average({ groups: '3' })).toBe(4.5);
    expect(await average({ groups: '3', type: '2' })).toBe(4);
    expect(await average({ channels: '7', type: '2' })).toBeUndefined();
  });

  it('counts the reviews that outlived their channel as reviews of its platform', async () => {
    await reports.channel({ id: 7, deleted: true });
    await reports.reviews([
      { ...tagged('2026-01-01', 4), channel_id: null },
      { ...tagged('2026-01-01', 1), channel_id: null, type: 'custom' },
    ]);
    expect((await reports.get(TAGS, { ...YEAR_END, type: '1' })).body.tags).toMatchObject([
      { ...BREAD, reviews: 1, average_rating: 4 },
    ]);
  });

  it('does not count the reviews of another sub account', async () => {
    await reports.reviews([{ ...tagged('2026-01-01', 5), sub_account_id: 2 }]);
    expect((await reports.get(TAGS)).body.tags).toEqual([]);
    expect((await reports.get(TAGS, { sub_accounts: 'all' })).body.tags_total).toBe(1);
  });

  it('compares each tag with the period of the same length before', async () => {
    await reports.reviews([
      tagged('2026-01-31', 4),
      tagged('2026-01-31', 5, [STAFF]),
      tagged('2025-12-31', 5),
      tagged('2025-12-01', 4),
      tagged('2025-11-30', 1),
    ]);
    const january = { from: '2026-01-01', to: '2026-01-31', compare: 'previous' };
    const { body } = await reports.get(TAGS, january);
    expect(body.previous).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(body.tags).toMatchObject([
      {
        ...BREAD,
        previous: { reviews: 2, average_rating: 4.5 },
        change: { reviews: -1, average_rating: -0.5 },
      },
      {
        ...STAFF,
        previous: { reviews: 0, average_rating: null },
        change: { reviews: 1, average_rating: null },
      },
    ]);
    expect((await reports.get(TAGS, { ...january, compare: '' })).body.tags[0]).not.toHaveProperty('change');
  });

  it('is CSV with a row per tag and month, whose names are no formulas', async () => {
    await reports.tags({ 8: '=1+1' });
    await reports.reviews([tagged('2026-01-31', 4, [{ id: 8, name: '' }])]);
    const query = { from: '2026-01-31', to: '2026-02-01', compare: 'previous', format: 'csv' };
    expect(((await reports.get(TAGS, query)).body as string).split('\r\n')).toEqual([
      '"row","id","name","month","reviews","average_rating","previous_reviews","previous_average_rating"',
      `"tag","8","'=1+1","","1","4","0",""`,
      `"month","8","'=1+1","2026-01","1","4","",""`,
      `"month","8","'=1+1","2026-02","0","","",""`,
      '',
    ]);
  });
});
