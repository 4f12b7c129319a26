import { channelsService } from '@plaudit/channels';
import { reportsService } from '@plaudit/reports';
import { snapshotTo } from '@plaudit/runtime';
import {
  type Caller,
  eventually,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { BAKERY_PAGE } from './bakery-page.suite';

const CHANNELS = '/public/v1/channels';
/** More than two pages of a snapshot have. */
const OLD_DAYS = 1_200;

describe('the rating days of reports', () => {
  let world: World;
  let client: Caller;
  let site: FixtureServer;
  let page = BAKERY_PAGE;
  let kept: number;
  let deleted: number;

  beforeAll(async () => {
    site = await startFixtureServer();
    site.handle(({ path }) =>
      path === '/robots.txt' ? { status: 404 } : { body: page, headers: { 'content-type': 'text/html' } },
    );
    world = await startWorld({
      services: [
        {
          definition: channelsService,
          settings: { CRAWL_RATE_FACTOR: '0', CHANNEL_REFRESH_LIMIT_MINUTES: '0' },
        },
        { definition: reportsService },
      ],
    });
    client = world.as();
  });
  afterAll(async () => {
    await world.close();
    await site.close();
  });

  async function connect(path: string): Promise<number> {
    const body = { type: 'website_schema', url: `${site.url}${path}` };
    const { id } = (await client.post('channels', `${CHANNELS}/add`, { body })).body.channel as {
      id: number;
    };
    return id;
  }

  const crawled = (id: number) =>
    eventually(
      () =>
        world.admin.query(
          'select from channels.crawls where channel_id = $1 and due_at > clock_timestamp() and lease_until is null',
          [id],
        ),
      ({ length }) => length === 1,
      `the crawl of channel ${id} to end`,
    );

  async function crawlAgain(id: number): Promise<void> {
    expect((await client.post('channels', `${CHANNELS}/refresh/${id}`)).status).toBe(202);
    await crawled(id);
  }

  async function eventsArrive(): Promise<void> {
    await eventually(
      () => world.admin.query('select from channels.outbox'),
      ({ length }) => length === 0,
      'an empty outbox',
    );
    for (const durable of ['reports__channel', 'reports__rating'])
      for (const stream of ['EVENTS', 'DIRECT'] as const)
        await waitUntilConsumed(world.natsUrl, durable, stream);
  }

  async function rebuild(): Promise<void> {
    const addresses = { databaseUrl: world.databaseUrl('channels'), nats: world.natsUrl };
    const given = { rate: 100_000, restart: false, untilApplied: true };
    for (const durable of ['reports__channel', 'reports__rating'])
      await snapshotTo(channelsService, durable, addresses, given, () => {});
  }

  /** What the events have made of the owner's days. All sub accounts are in UTC, so the days of both are the same. */
  const live = () =>
    world.admin.query<{ channel_id: number }>(
      `select channel_id, day::text, account_id, sub_account_id, score, rating_scale, reviews, checked_on
       from reports.rating_days order by channel_id, day`,
    );
  const owned = () =>
    world.admin.query(
      `select channel_id, day::text, 1::bigint as account_id, 1::bigint as sub_account_id, score, rating_scale, reviews,
         date_trunc('second', checked_on) as checked_on
       from channels.snapshots order by channel_id, day`,
    );

  const lastDayOf = async (id: number) => (await live()).findLast(({ channel_id }) => channel_id === id);

  it('are the official figures of the last crawl of the day, and stay when the channel is deleted', async () => {
    [kept, deleted] = [await connect('/kept'), await connect('/deleted')];
    for (const id of [kept, deleted]) await crawled(id);
    page = BAKERY_PAGE.replace('"ratingValue":4.5', '"ratingValue":4.6');
    await crawlAgain(kept);
    expect((await client.delete('channels', `${CHANNELS}/delete/${deleted}`)).status).toBe(200);
    await eventsArrive();
    expect(await live()).toEqual(await owned());
    expect(await lastDayOf(kept)).toMatchObject({ score: 4.6, reviews: 1, rating_scale: 5 });
    expect(await lastDayOf(deleted)).toMatchObject({ score: 4.5, reviews: 1, rating_scale: 5 });
  });

  it('are complete after the first snapshot to a reports service that is deployed late', async () => {
    const before = await live();
    await world.admin.query(
      `insert into channels.snapshots (channel_id, day, score, rating_scale, reviews, checked_on)
       select channel_id, date '2020-01-01' + n, nullif(n % 5, 0), 5, n, timestamptz '2020-01-01 06:00Z' + make_interval(days => n)
       from unnest($1::bigint[]) channel_id, generate_series(1, ${OLD_DAYS}) n`,
      [[kept, deleted]],
    );
    await rebuild();
    const days = await live();
    expect(days).toHaveLength(before.length + 2 * OLD_DAYS);
    expect(days).toEqual(await owned());
  });

  it('are the live ones again after a rebuild of damaged and of empty tables, while channels are crawled', async () => {
    const before = await live();
    for (const sql of [
      "update reports.rating_days set score = 1, reviews = null where day between '2020-02-01' and '2020-02-20'",
      "delete from reports.rating_days where day between '2020-03-01' and '2020-03-20'",
      "update reports.rating_days set sub_account_id = 5 where day = '2020-04-01'",
      `insert into reports.rating_days (channel_id, day, account_id, sub_account_id, rating_scale, checked_on)
         select channel_id, date '2019-01-01', 1, 1, 5, timestamptz '2019-01-01Z' from generate_series(1, 50) channel_id`,
      "update reports.rating_days set applied_on = now() - interval '1 hour'",
      "update reports.channels set score = 1, deleted = not deleted, applied_on = now() - interval '1 hour'",
    ]) {
      await world.admin.query(sql);
    }
    expect(await live()).not.toEqual(before);
    await Promise.all([rebuild(), crawlAgain(kept)]);
    await eventsArrive();
    expect(await live()).toEqual(await owned());
    expect(await world.admin.query('select id from reports.channels where not deleted')).toEqual([
      { id: kept },
    ]);

    await world.admin.query('truncate reports.rating_days, reports.channels');
    await Promise.all([rebuild(), crawlAgain(kept)]);
    await eventsArrive();
    expect(await live()).toEqual(await owned());
  });
});
