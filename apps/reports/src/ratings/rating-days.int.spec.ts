import {
  channelConnected,
  channelDeleted,
  channelUpdated,
  type EventDefinition,
  parseWireDate,
  ratingChanged,
  ratingHistory,
  type RatingRecord,
  ratingRecordId,
  ratingSnapshot,
  type RatingSnapshotPayload,
  wireDate,
} from '@plaudit/contracts';
import { buildEvent, sendDirect, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';
import { reportsService } from '../service';

const DAY_MS = 86_400_000;
const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

/** The fields of a rating event that a test sets. */
type Figures = Partial<Pick<RatingSnapshotPayload, 'score' | 'rating_scale' | 'reviews'>>;

describe('the rating days', () => {
  let world: World;
  /** The channel of the test, and its sub account. */
  let channel = 0;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reportsService }] });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    channel += 10;
  });

  async function publish(
    definition: EventDefinition<RatingSnapshotPayload>,
    checked_on: string,
    figures: Figures = {},
    subaccountid = channel,
  ): Promise<void> {
    const data = { profile_id: channel, sub_account_id: subaccountid, checked_on, ...figures };
    await world.publish(buildEvent(definition, { subject: String(channel), subaccountid, data }));
    await waitUntilConsumed(world.natsUrl, 'reports__rating');
  }
  const measured = (checkedOn: string, reviews: number, more: Figures = {}) =>
    publish(ratingSnapshot, checkedOn, { reviews, ...more });
  /** An older release of channels publishes only this. */
  const changed = (checkedOn: string, reviews: number) =>
    publish(ratingChanged as unknown as typeof ratingSnapshot, checkedOn, { reviews });

  const record = (checked_on: string, reviews: number, more: Partial<RatingRecord> = {}): RatingRecord => {
    const time = parseWireDate(checked_on).getTime();
    return {
      id: ratingRecordId(more.profile_id ?? channel, Math.floor(time / DAY_MS)),
      account_id: 1,
      sub_account_id: channel,
      version: time / 1_000,
      profile_id: channel,
      rating_scale: 5,
      score: 4.7,
      reviews,
      checked_on,
      ...more,
    };
  };

  /** Applies a page of all days of the test's channels. By default it began after every event of the test. */
  async function page(
    records: RatingRecord[],
    {
      after = ratingRecordId(channel, 0),
      through = ratingRecordId(channel + 10, 0) as number | null,
      begun_on = inOneHour(),
    } = {},
  ): Promise<void> {
    const data = { after, through, begun_on, records };
    await sendDirect(world.natsUrl, 'reports__rating', buildEvent(ratingHistory, { data }));
    await waitUntilConsumed(world.natsUrl, 'reports__rating', 'DIRECT');
  }

  /** Returns the days of the test's channels with their review counts. */
  const days = async (): Promise<Record<string, number | null>> => {
    const rows = await world.admin.query<{ day: string; reviews: number | null }>(
      'select day::text, reviews from reports.rating_days where channel_id between $1 and $1 + 9 order by channel_id, day',
      [channel],
    );
    return Object.fromEntries(rows.map(({ day, reviews }) => [day, reviews]));
  };

  const countedIn = (zone: string) =>
    world.admin.query(
      `insert into reports.sub_accounts (sub_account_id, account_id, counted_timezone) values ($1, 1, $2)
       on conflict (sub_account_id) do update set counted_timezone = excluded.counted_timezone`,
      [channel, zone],
    );

  describe('from events', () => {
    it('have all figures, as the platform showed them', async () => {
      await measured('2026-03-01 06:00:11', 0, { score: null, rating_scale: 10 });
      await publish(ratingSnapshot, '2026-03-02 06:00:00', { score: 8.7, rating_scale: 10, reviews: null });
      const stored = await world.admin.query(
        'select *, day::text from reports.rating_days where channel_id = $1 order by checked_on',
        [channel],
      );
      const common = { channel_id: channel, account_id: 1, sub_account_id: channel, rating_scale: 10 };
      expect(stored).toEqual([
        {
          ...common,
          day: '2026-03-01',
          score: null,
          reviews: 0,
          checked_on: new Date('2026-03-01T06:00:11Z'),
          applied_on: expect.any(Date) as unknown,
        },
        expect.objectContaining({ ...common, day: '2026-03-02', score: 8.7, reviews: null }),
      ]);
    });

    it('are those of the last crawl of the day, in whichever order the events arrive', async () => {
      await measured('2026-03-01 12:00:00', 2);
      await measured('2026-03-01 06:00:00', 1);
      expect(await days()).toEqual({ '2026-03-01': 2 });
      await measured('2026-03-01 18:00:00', 3, { score: 8.1, rating_scale: 10 });
      await measured('2026-03-02 00:00:00', 4);
      expect(await days()).toEqual({ '2026-03-01': 3, '2026-03-02': 4 });
    });

    it('are the same for the events of a new release of channels and of an older one', async () => {
      await changed('2026-03-01 06:00:00', 1);
      await changed('2026-03-02 06:00:00', 2);
      await measured('2026-03-02 06:00:00', 2);
      await measured('2026-03-03 06:00:00', 3);
      await changed('2026-03-03 06:00:00', 3);
      expect(await days()).toEqual({ '2026-03-01': 1, '2026-03-02': 2, '2026-03-03': 3 });
    });

    it('begin at the midnight of the sub account', async () => {
      await countedIn('Europe/Berlin');
      await measured('2026-03-31 21:59:59', 1);
      await measured('2026-03-31 22:30:00', 2);
      expect(await days()).toEqual({ '2026-03-31': 1, '2026-04-01': 2 });
    });

    it('keep their day when the sub account changes its zone, also if the event arrives again', async () => {
      await measured('2026-03-31 22:30:00', 1);
      await countedIn('Europe/Berlin');
      await changed('2026-03-31 22:30:00', 1);
      expect(await days()).toEqual({ '2026-03-31': 1 });
      await measured('2026-04-01 22:30:00', 2);
      expect(await days()).toEqual({ '2026-03-31': 1, '2026-04-02': 2 });
    });

    it('raise the rev of the sub account, so that cached reports are dropped', async () => {
      await measured('2026-03-01 06:00:00', 1);
      await measured('2026-03-02 06:00:00', 2);
      expect(
        await world.admin.query(
          'select rev, counted_timezone from reports.sub_accounts where sub_account_id = $1',
          [channel],
        ),
      ).toEqual([{ rev: 2, counted_timezone: 'UTC' }]);
    });

    it('stay when their channel is deleted', async () => {
      const about = (version: number) => ({
        aggregateversion: version,
        subaccountid: channel,
        data: { id: channel },
      });
      await world.publish(buildEvent(channelConnected, about(1)));
      await measured('2026-03-01 06:00:00', 1);
      await world.publish(buildEvent(channelUpdated, about(3)));
      await world.publish(buildEvent(channelDeleted, about(4)));
      await waitUntilConsumed(world.natsUrl, 'reports__channel');
      expect(await days()).toEqual({ '2026-03-01': 1 });
    });
  });

  describe('after a page of the rating history', () => {
    it('have the days that were missing and the figures of the owner, and later crawls as they were', async () => {
      await measured('2026-03-01 06:00:00', 99);
      await measured('2026-03-02 06:00:00', 99);
      await measured('2026-03-03 12:00:00', 12);
      await page([
        record('2026-03-01 06:00:00', 1, { score: null }),
        record('2026-03-02 07:00:00', 2),
        record('2026-03-03 06:00:00', 3),
        record('2026-03-04 06:00:00', 4),
      ]);
      expect(await days()).toEqual({ '2026-03-01': 1, '2026-03-02': 2, '2026-03-03': 12, '2026-03-04': 4 });
    });

    it('have the owner of each profile', async () => {
      await page([
        record('2026-03-01 06:00:00', 1),
        record('2026-03-02 06:00:00', 2, { profile_id: channel + 1 }),
      ]);
      await world.admin.query('update reports.rating_days set sub_account_id = 9999 where channel_id = $1', [
        channel,
      ]);
      await page([
        record('2026-03-01 06:00:00', 1),
        record('2026-03-02 06:00:00', 2, { profile_id: channel + 1 }),
      ]);
      const owners = await world.admin.query(
        'select channel_id, sub_account_id from reports.rating_days where channel_id between $1 and $1 + 9 order by 1',
        [channel],
      );
      expect(owners).toEqual([
        { channel_id: channel, sub_account_id: channel },
        { channel_id: channel + 1, sub_account_id: channel },
      ]);
    });

    it('are without those in its range that the owner does not have, unless an event changed them meanwhile', async () => {
      const begun_on = wireDate(new Date(Date.now() - 60_000));
      for (const day of [1, 2, 3, 4]) await measured(`2026-03-0${day} 06:00:00`, day);
      const third = record('2026-03-03 06:00:00', 3);
      const range = { after: record('2026-03-01 00:00:00', 0).id, through: third.id };
      await page([third], { ...range, begun_on });
      expect(Object.keys(await days())).toHaveLength(4);
      await page([third], range);
      expect(await days()).toEqual({ '2026-03-01': 1, '2026-03-03': 3, '2026-03-04': 4 });
    });

    it('are all gone after a last page without an end that lists none', async () => {
      // No later test has channels with ids up to this one, so the page reaches nothing else.
      channel = 900_000;
      await measured('2026-03-01 06:00:00', 1);
      await page([], { through: null });
      expect(await days()).toEqual({});
    });

    it('keep both crawls of a UTC day that are on two local days', async () => {
      await countedIn('Europe/Berlin');
      await measured('2026-03-31 06:00:00', 1);
      await measured('2026-03-31 22:30:00', 2);
      await page([record('2026-03-31 22:30:00', 2)]);
      expect(await days()).toEqual({ '2026-03-31': 1, '2026-04-01': 2 });
    });

    it('have the later one of two crawls of two UTC days that are on one local day', async () => {
      await countedIn('Europe/Berlin');
      const records = [record('2026-03-31 22:30:00', 1), record('2026-04-01 20:00:00', 2)];
      await page(records);
      expect(await days()).toEqual({ '2026-04-01': 2 });
      await page(records);
      expect(await days()).toEqual({ '2026-04-01': 2 });
    });

    it('keep their day when the sub account changed its zone', async () => {
      await measured('2026-03-31 22:30:00', 99);
      await countedIn('Europe/Berlin');
      await page([record('2026-03-31 22:30:00', 1)]);
      expect(await days()).toEqual({ '2026-03-31': 1 });
    });

    it('are the same after the page arrives twice, and after events that it already has', async () => {
      const records = [record('2026-03-01 06:00:00', 1), record('2026-03-02 06:00:00', 2)];
      await page(records);
      const stored = () =>
        world.admin.query('select * from reports.rating_days where channel_id = $1 order by day', [channel]);
      const before = await stored();
      await page(records);
      await measured('2026-03-01 06:00:00', 1);
      await measured('2026-03-02 05:00:00', 99);
      expect(await stored()).toEqual(before);
    });
  });
});
