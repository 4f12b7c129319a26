import {
  accountChanged,
  accountSubAccountDeleted,
  reviewCounted,
  type ReviewCountedPayload,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { isDeepStrictEqual } from 'node:util';
import { administer, buildEvent, eventually, Exposition, waitUntilConsumed } from '@plaudit/testing';
import type { QueryRunner } from 'typeorm';
import { KeepPostedDays1768300000000 } from '../migrations/1768300000000-keep-posted-days';
import { EXAMPLE, expectedDays, inOneHour, ReviewCopiesWorld } from '../reviews/review-copies.suite';

const SETTINGS = '/public/v1/reports/settings';

describe('the days of reviews', () => {
  let own: ReviewCopiesWorld;
  /** Each test has a sub account, a channel and reviews of its own. */
  let subAccount = 100;
  let id = 1_000;

  beforeAll(async () => (own = await ReviewCopiesWorld.start({ REPORT_TIMEZONE: 'Asia/Tokyo' })));
  afterAll(() => own.close());
  beforeEach(() => {
    subAccount += 1;
    id += 100;
  });

  const create = (offset: number, more: Partial<ReviewPayload> = {}) =>
    own.event(
      reviewCreated,
      1,
      { id: id + offset, channel_id: id, ...more },
      { subaccountid: subAccount, accountid: 7 },
    );
  const caller = (more = {}) => own.world.as({ account_id: 7, sub_account_id: subAccount, ...more });
  const states = (timezone: string, ...reviews: Partial<ReviewPayload>[]) =>
    expectedDays(
      reviews.map((review) => ({ ...EXAMPLE, channel_id: id, ...review })),
      timezone,
    );
  const warnings = (context: string) =>
    own.world.logs.lines
      .filter((line) => line.level === 'warn' && line.context === context)
      .map(({ message }) => message as unknown as Record<string, unknown>)
      .filter(({ sub_account_id }) => sub_account_id === subAccount);
  const drift = async (counter: string): Promise<number> =>
    (await Exposition.fetch(own.world.metricsUrl)).of('plaudit_counter_drift_total', { counter })[0]!.value;

  describe('in a time zone', () => {
    /** Near the ends of days: in Tokyo, in Berlin around both changes of its clocks, and in New York. */
    const POSTED = [
      '2026-01-31 14:59:59',
      '2026-01-31 15:00:00',
      '2026-03-28 22:59:59',
      '2026-03-28 23:00:00',
      '2026-03-29 21:59:59',
      '2026-03-29 22:00:00',
      '2026-10-25 22:59:59',
      '2026-10-25 23:00:00',
      '2026-11-02 04:59:59',
      '2028-02-29 23:30:00',
    ].map((posted_on) => ({ posted_on }));

    it('follow the setting, which is the default at first and after null', async () => {
      for (const [offset, posted] of POSTED.entries()) await create(offset, posted);
      const expectDaysIn = async (zone: string) =>
        expect(await own.days(subAccount)).toEqual(states(zone, ...POSTED));
      await expectDaysIn('Asia/Tokyo');
      const { body } = await caller().get('reports', SETTINGS);
      expect(body).toEqual({ timezone: null, default_timezone: 'Asia/Tokyo' });
      for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']) {
        const changed = await caller().put('reports', SETTINGS, { body: { timezone } });
        const settings = { timezone, default_timezone: 'Asia/Tokyo' };
        expect([changed.status, changed.body]).toEqual([200, { success: true, settings }]);
        expect((await caller().get('reports', SETTINGS)).body).toEqual(settings);
        await expectDaysIn(timezone);
      }
      await create(50, POSTED[0]);
      expect(await own.days(subAccount)).toEqual(states('Asia/Kathmandu', ...POSTED, POSTED[0]!));
      await own.event(
        reviewDeleted,
        2,
        { id: id + 50, ...POSTED[0] },
        { subaccountid: subAccount, accountid: 7 },
      );
      await caller().put('reports', SETTINGS, { body: { timezone: null } });
      await expectDaysIn('Asia/Tokyo');
      expect(warnings('DayCounts')).toEqual([]);
    });

    it('are those of the dates without a time in every zone', async () => {
      const reviews: Partial<ReviewPayload>[] = [
        { posted_on: '2026-10-04 00:00:00', posted_precision: 'day' },
        { posted_on: '2026-11-01 00:00:00', posted_precision: 'month' },
        { posted_on: '2026-03-08 23:59:59', posted_precision: 'relative' },
        { posted_on: '2026-10-25 00:00:00', posted_precision: null },
        { posted_on: '1970-01-01 00:00:00', posted_precision: 'day' },
        { posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' },
      ];
      const days = ['-infinity', '1970-01-01', '2026-03-08', '2026-10-04', '2026-10-25', '2026-11-01'];
      for (const [offset, review] of reviews.entries()) await create(offset, review);
      await create(9, { posted_on: '2026-01-31 23:30:00', posted_precision: 'second' });
      await eventually(
        () => own.days(subAccount),
        (found) => found.length === 7,
        'all reviews',
      );
      for (const [timezone, moment] of [
        ['Pacific/Kiritimati', '2026-02-01'],
        ['America/New_York', '2026-01-31'],
        ['Asia/Tokyo', '2026-02-01'],
        ['UTC', '2026-01-31'],
        ['Pacific/Pago_Pago', '2026-01-31'],
      ] as const) {
        expect((await caller().put('reports', SETTINGS, { body: { timezone } })).status).toBe(200);
        const counted = (await own.days(subAccount)).map(({ day }) => day);
        expect({ timezone, counted }).toEqual({ timezone, counted: [...days, moment].sort() });
      }
      expect(warnings('DayCounts')).toEqual([]);
    });

    it('are corrected by the migration without a warning, because no drift made them wrong', async () => {
      await caller().put('reports', SETTINGS, { body: { timezone: 'America/New_York' } });
      await create(0, { posted_on: '2026-10-04 00:00:00', posted_precision: 'day' });
      await create(1, { posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' });
      const counted = async () => (await own.days(subAccount)).map(({ day }) => day);
      await own.sql('update reports.reviews set posted_day = null where sub_account_id = $1', [subAccount]);
      await own.recount();
      expect(await counted()).toEqual(['1969-12-31', '2026-10-03']);
      const before = warnings('DayCounts').length;
      await administer(own.world.databaseUrl('reports'), async (admin) => {
        await admin.query('set search_path to reports');
        const query = async (sql: string, values?: unknown[]): Promise<unknown> => admin.query(sql, values);
        await new KeepPostedDays1768300000000().up({ query } as unknown as QueryRunner);
      });
      await eventually(
        counted,
        (days) => isDeepStrictEqual(days, ['-infinity', '2026-10-04']),
        'the days of the dates without a time',
      );
      expect(warnings('DayCounts')).toHaveLength(before);
    });

    it('also count the days of tags again', async () => {
      await create(0, POSTED[1]);
      await caller().put('reports', SETTINGS, { body: { timezone: 'UTC' } });
      expect(await own.tagDays(subAccount)).toMatchObject([{ tag_id: 3, day: '2026-01-31', reviews: 1 }]);
    });

    it('belong to one sub account, and can be set before its first review', async () => {
      await caller().put('reports', SETTINGS, { body: { timezone: 'CET' } });
      const stored = await caller().get('reports', SETTINGS);
      expect(stored.body.timezone).toBe('Europe/Brussels');
      const neighbour = await caller({ sub_account_id: subAccount + 1 }).get('reports', SETTINGS);
      expect(neighbour.body.timezone).toBeNull();
      await create(0, POSTED[3]);
      expect(await own.days(subAccount)).toEqual(states('Europe/Brussels', POSTED[3]!));
    });

    it('follow the zone of the account unless the sub account has its own, and of the newest event', async () => {
      const accountid = (id += 100);
      const tenant = { subaccountid: subAccount, accountid };
      const as = (sub_account_id: number) => own.world.as({ account_id: accountid, sub_account_id });
      const choose = (version: number, time_zone: string | null | undefined) =>
        own.world.publish(
          buildEvent(accountChanged, {
            ...tenant,
            subaccountid: 0,
            aggregateversion: version,
            data: { time_zone },
          }),
        );
      const countedIn = (zone: string) =>
        eventually(
          () => own.days(subAccount),
          (days) => isDeepStrictEqual(days, states(zone, ...POSTED.slice(0, 3))),
          `days in ${zone}`,
        );
      await own.event(reviewCreated, 1, { id, channel_id: id, ...POSTED[0] }, tenant);
      await choose(2, 'Europe/Berlin');
      for (const [at, posted] of POSTED.slice(1, 3).entries())
        await own.event(reviewCreated, 1, { id: id + 1 + at, channel_id: id, ...posted }, tenant);
      await countedIn('Europe/Berlin');
      const later = await as(subAccount + 1).get('reports', SETTINGS);
      expect(later.body).toEqual({ timezone: null, default_timezone: 'Europe/Berlin' });
      await choose(1, 'America/New_York');
      await choose(3, 'US/Pacific-New');
      await countedIn('Asia/Tokyo');
      await choose(4, 'America/New_York');
      await countedIn('America/New_York');
      await as(subAccount).put('reports', SETTINGS, { body: { timezone: 'UTC' } });
      await choose(5, 'Europe/Berlin');
      await waitUntilConsumed(own.world.natsUrl, 'reports__account');
      await countedIn('UTC');
    });

    it.each([['Mars/Olympus'], ['US/Pacific-New'], ['+02:00'], [''], [5], [undefined], [['UTC']]])(
      'cannot be %p',
      async (timezone) => {
        const { status, body } = await caller().put('reports', SETTINGS, { body: { timezone } });
        expect({ status, field: body.field }).toEqual({ status: 400, field: 'timezone' });
      },
    );

    it('can be read by every role and set by a key with account:manage', async () => {
      const reader = caller({ scopes: ['reports:read'] });
      expect((await reader.get('reports', SETTINGS)).status).toBe(200);
      const refused = await reader.put('reports', SETTINGS, { body: { timezone: 'UTC' } });
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    });

    it('are counted again by the worker if the default zone was another one before', async () => {
      await create(0, POSTED[0]);
      await own.sql(`update reports.sub_accounts set counted_timezone = 'UTC' where sub_account_id = $1`, [
        subAccount,
      ]);
      await eventually(
        () => own.days(subAccount),
        (days) => isDeepStrictEqual(days, states('Asia/Tokyo', POSTED[0]!)),
        'the days of the new zone',
      );
      expect(warnings('DayCounts')).toEqual([]);
    });
  });

  describe('that are due to be counted again', () => {
    it('become equal to the reviews, with a warning and the drift', async () => {
      await create(0);
      await create(1, { posted_on: '2026-09-16 10:00:00', rating_value: 3 });
      const before = [await drift('review_days'), await drift('tag_days')];
      await own.sql(
        `update reports.review_days set reviews = 5, rating_sum = 99 where sub_account_id = ${subAccount} and day = '2026-09-14'`,
      );
      await own.sql(
        `delete from reports.review_days where sub_account_id = ${subAccount} and day = '2026-09-16'`,
      );
      await own.sql(
        `insert into reports.tag_days (account_id, sub_account_id, tag_id, day, channel_id, type, rating_scale, reviews, rated, rating_sum)
         values (7, ${subAccount}, 99, '2020-01-01', 5, 'app_store', 5, 3, 3, 9)`,
      );
      await own.recount();
      expect(await own.days(subAccount)).toEqual(
        states('Asia/Tokyo', {}, { posted_on: '2026-09-16 10:00:00', rating_value: 3 }),
      );
      expect(await own.tagDays(subAccount)).toMatchObject([{ tag_id: 3 }, { tag_id: 3 }]);
      expect([await drift('review_days'), await drift('tag_days')]).toEqual([before[0]! + 2, before[1]! + 1]);
      expect(warnings('DayCounts')).toEqual([
        {
          message: 'Corrected days that differed from the records that they count',
          account_id: 7,
          sub_account_id: subAccount,
          review_days: 2,
          tag_days: 1,
          invitation_days: 0,
        },
      ]);
    });

    it('stay as they are if they are right, and days without reviews are deleted', async () => {
      await create(0);
      await own.event(
        reviewUpdated,
        2,
        { id, channel_id: id + 1 },
        { subaccountid: subAccount, accountid: 7 },
      );
      const stored = () =>
        own.sql('select channel_id, changed_on from reports.review_days where sub_account_id = $1', [
          subAccount,
        ]);
      const before = await stored();
      expect(before).toHaveLength(2);
      await own.recount();
      expect(await stored()).toEqual(
        before.filter((day) => (day as { channel_id: number }).channel_id === id + 1),
      );
      expect(warnings('DayCounts')).toEqual([]);
    });

    it('are due a day after their first change, and not again before that', async () => {
      const hours = () =>
        own.sql<{ hours: number | null }>(
          `select extract(epoch from recount_due_at - now()) / 3600 as hours from reports.sub_accounts where sub_account_id = $1`,
          [subAccount],
        );
      await create(0);
      const [{ hours: first } = { hours: null }] = await hours();
      await create(1);
      const [{ hours: second } = { hours: null }] = await hours();
      expect(Number(first)).toBeGreaterThan(23);
      expect(Number(first)).toBeLessThan(36);
      expect(Number(second)).toBeLessThan(Number(first));
      await own.recount();
      expect(await hours()).toEqual([{ hours: null }]);
    });
  });

  describe('compared with the count of their owner', () => {
    async function counted(reviews: Record<number, number>, more: Partial<ReviewCountedPayload> = {}) {
      const data = {
        as_of: inOneHour(),
        after_channel_id: id - 1,
        up_to_channel_id: id + 99,
        channels: Object.entries(reviews).map(([channel, count]) => ({
          channel_id: Number(channel),
          reviews: count,
        })),
        ...more,
      };
      await own.world.publish(buildEvent(reviewCounted, { accountid: 7, subaccountid: subAccount, data }));
      await own.settled();
    }

    it('are reported if a channel differs in number, with what repairs them', async () => {
      await create(0);
      await create(1, { channel_id: id + 1 });
      await create(2, { channel_id: id + 2 });
      const before = await drift('copied_reviews');
      await counted({ [id]: 4, [id + 1]: 1, [id + 3]: 2 });
      expect(warnings('ReviewCounts')).toMatchObject([
        {
          message: expect.stringContaining('npm run projections:rebuild -- reports'),
          account_id: 7,
          channels: 3,
          first_channels: [
            { channel_id: id, counted: 1, owned: 4 },
            { channel_id: id + 2, counted: 1, owned: 0 },
            { channel_id: id + 3, counted: 0, owned: 2 },
          ],
        },
      ]);
      expect((await drift('copied_reviews')) - before).toBe(6);
    });

    it('are not reported if they are equal, outside the ids of the event, or changed after the owner counted', async () => {
      await create(0);
      await create(1, { channel_id: id + 1 });
      await counted({ [id]: 1 }, { up_to_channel_id: id });
      await counted({ [id]: 5, [id + 1]: 5 }, { as_of: wireDate(new Date(Date.now() - 60_000)) });
      expect(warnings('ReviewCounts')).toEqual([]);
    });

    it('are not reported for a channel that a review has left since', async () => {
      await create(0);
      await own.event(reviewUpdated, 2, { id, channel_id: null }, { subaccountid: subAccount, accountid: 7 });
      await counted({ [id]: 1 }, { as_of: wireDate(new Date(Date.now() - 60_000)) });
      expect(warnings('ReviewCounts')).toEqual([]);
    });
  });

  it('stay when their sub account is deleted, which is noted once', async () => {
    await create(0);
    const closed = () =>
      own.sql<{ closed_on: Date }>(
        'select closed_on from reports.sub_accounts where sub_account_id = $1 and closed_on is not null',
        [subAccount],
      );
    const deletion = buildEvent(accountSubAccountDeleted, {
      accountid: 7,
      subaccountid: 0,
      data: { id: subAccount },
    });
    const rev = await own.rev(subAccount);
    await own.world.publish(deletion);
    await waitUntilConsumed(own.world.natsUrl, 'reports__account');
    const first = await closed();
    expect(first).toHaveLength(1);
    expect(await own.rev(subAccount)).toBeGreaterThan(rev);
    await own.world.publish({ ...deletion, id: `${deletion.id}b` });
    await waitUntilConsumed(own.world.natsUrl, 'reports__account');
    expect(await closed()).toEqual(first);
    expect(await own.days(subAccount)).toHaveLength(1);
  });
});
