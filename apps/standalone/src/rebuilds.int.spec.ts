import { channelsService } from '@plaudit/channels';
import { reportsService } from '@plaudit/reports';
import { snapshotTo, type SnapshotArguments, snapshotCommand } from '@plaudit/runtime';
import {
  type Caller,
  eventually,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  waitUntilConsumed,
  type World,
  buildEvent,
  buildCollectedReview,
} from '@plaudit/testing';
import { inviteQueued, inviteSent, reviewsCollected } from '@plaudit/contracts';
import { invitationsService } from '@plaudit/invitations';
import { reviewsService } from '@plaudit/reviews';
import { widgetsService } from '@plaudit/widgets';
import { BAKERY_PAGE } from './bakery-page.suite';

/** More than two pages of a snapshot have. */
const OLD_DAYS = 1_200;

describe('the rating days of reports', () => {
  const CHANNELS = '/public/v1/channels';

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

const REQUESTS = 1_500;

const DURABLE = 'reports__invite';

const SUB_ACCOUNT = 12;

const COLUMNS = [
  'id',
  'account_id',
  'sub_account_id',
  'settings_id',
  'type',
  'step',
  'version',
  ...['queued', 'sent', 'confirmed', 'kept', 'opened', 'clicked', 'reviewed', 'unsubscribed', 'failed'].map(
    (stage) => `${stage}_on`,
  ),
];

const STORED = `select ${COLUMNS.join(', ')} from reports.invitations order by id`;

const OWNED = `
  select id, account_id, sub_account_id, settings_id, type, step, version::bigint,
    case when queued then date_trunc('second', created_on) end as queued_on, sent_on,
    case when delivery = 'confirmed' then sent_on end as confirmed_on,
    case when delivery = 'kept' then sent_on end as kept_on, opened_on, clicked_on,
    case when step > 0 or id % 10 = 4 then reviewed_on end as reviewed_on, unsubscribed_on, failed_on
  from invitations.requests order by id`;

/** A snapshot keeps what an event changed in the second in which it began, or later. */
const LONG_AGO = "update reports.invitations set applied_on = now() - interval '1 hour'";

describe('the copies of invitations in reports', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } },
        {
          definition: reportsService,
          settings: { CHANNELS_URL: 'http://127.0.0.1:1', GATEWAY_URL: 'http://127.0.0.1:1' },
        },
      ],
    });
    await world.admin.query(
      `insert into invitations.settings_profiles (id, account_id, sub_account_id, name)
       overriding system value values (5, 7, ${SUB_ACCOUNT}, 'After a purchase')`,
    );
    // Every second request is a reminder. A first message has its review from its reminder, unless its id ends with 4.
    await world.admin.query(
      `insert into invitations.requests (id, account_id, sub_account_id, settings_id, version, queued, parent_id, step, type, status,
         recipient, recipient_key, schedule, delivery, created_on, sent_on, opened_on, clicked_on, reviewed_on, failed_on, deleted_on)
       overriding system value
       select n, 7, ${SUB_ACCOUNT}, 5, n % 7 + 1, n % 3 <> 0, case when n % 2 = 1 then n - 1 end, n % 2, 'email', 'sent',
         '', ''::bytea, '2026-09-01Z', case when n % 5 < 3 then 'confirmed' else 'unconfirmed' end,
         timestamptz '2026-09-01 10:00:00.123Z' + make_interval(mins => n), '2026-09-20 10:00:00Z',
         case when n % 2 = 0 then timestamptz '2026-09-21 10:00:00Z' end,
         case when n % 4 = 0 then timestamptz '2026-09-22 10:00:00Z' end,
         case when n % 10 in (4, 6, 7) then timestamptz '2026-09-23 10:00:00Z' end,
         case when n % 11 = 0 then timestamptz '2026-09-24 10:00:00Z' end,
         case when n % 9 = 0 then timestamptz '2026-09-25 10:00:00Z' end
       from generate_series(2, ${REQUESTS + 1}) n`,
    );
    await world.admin.query(
      `insert into invitations.activity (request_id, type, source, status)
       select id, 'reviewed', 'review_match', 'ok' from invitations.requests where id % 10 in (4, 7)`,
    );
  });
  afterAll(() => world.close());

  const rows = (sql: string) => world.admin.query<Record<string, unknown>>(sql);
  const days = () =>
    rows(
      `select day::text, step, queued, sent, delivered, clicked, reviewed, failed from reports.invitation_days
       where queued + sent + clicked + reviewed + failed > 0 order by day, step`,
    );

  async function rebuild(): Promise<void> {
    const addresses = { databaseUrl: world.databaseUrl('invitations'), nats: world.natsUrl };
    const given = { rate: 100_000, restart: true, untilApplied: true };
    await snapshotTo(invitationsService, DURABLE, addresses, given, () => {});
    await waitUntilConsumed(world.natsUrl, DURABLE, 'DIRECT');
    await eventually(
      () => rows('select from reports.sub_accounts where recount_due_at <= now()'),
      ({ length }) => length === 0,
      'the days to be counted again',
    );
  }

  it('are complete after a snapshot to a service that is deployed late, while events arrive', async () => {
    const data = { id: REQUESTS + 100, happened_on: '2026-10-01 10:00:00' };
    const during = [inviteQueued, inviteSent].map((definition, at) =>
      buildEvent(definition as typeof inviteQueued, {
        accountid: 7,
        subaccountid: SUB_ACCOUNT,
        aggregateversion: at + 1,
        data,
      }),
    );
    await Promise.all([rebuild(), ...during.map((event) => world.publish(event))]);
    // The backlog may still look empty for a moment after an event was published, so this waits for its copy.
    const copies = await eventually(
      () => rows(STORED),
      (stored) => stored.some(({ id, version }) => id === data.id && version === 2),
      'the events that arrived meanwhile',
    );
    expect(copies.filter(({ id }) => id !== data.id)).toEqual(await rows(OWNED));
    expect(await rows('select name from reports.invite_settings')).toEqual([{ name: 'After a purchase' }]);
  });

  it('are the right ones again after they were damaged, and their days with them', async () => {
    await world.admin.query(LONG_AGO);
    await rebuild();
    const before = await days();
    expect(before.length).toBeGreaterThan(3);
    for (const sql of [
      'update reports.invitations set clicked_on = now(), settings_id = 9 where id % 7 = 0',
      'delete from reports.invitations where id % 11 = 0',
      `insert into reports.invitations (id, account_id, sub_account_id, settings_id, type, step, created_on, version)
         select n, 7, ${SUB_ACCOUNT}, 5, 'sms', 0, now(), 1 from generate_series(1000000, 1000040) n`,
      LONG_AGO,
      'update reports.invitation_days set sent = sent + 3 where step = 1',
    ])
      await world.admin.query(sql);
    await rebuild();
    expect(await rows(STORED)).toEqual(await rows(OWNED));
    expect(await days()).toEqual(before);
  });
});

const CHANNEL = 900;

const REVIEWS = 3;

describe('the number of collected reviews', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        {
          definition: reviewsService,
          settings: { INVITATIONS_URL: 'http://127.0.0.1:1' },
        },
        { definition: channelsService, settings: { CRAWL_CONCURRENCY: '0' } },
      ],
    });
  });
  afterAll(() => world.close());

  async function collected(wanted: number): Promise<void> {
    await eventually(
      () => world.admin.query('select collected_reviews from channels.channels where id = $1', [CHANNEL]),
      ([row]) => (row as { collected_reviews: number }).collected_reviews === wanted,
      `the channel to have ${wanted} collected reviews`,
    );
  }

  it('is corrected in the night after it drifted, from the count of reviews', async () => {
    await world.admin.query(
      `insert into channels.channels (id, account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
       overriding system value values ($1, 1, 1, 'app_store', '{}', 'app-900', 'Acme Notes', 5)`,
      [CHANNEL],
    );
    const reviews = Array.from({ length: REVIEWS }, (_, index) =>
      buildCollectedReview({ external_id: `r${index}`, text: `Review ${index}` }),
    );
    const data = { channel_id: CHANNEL, reviews };
    await world.publish(buildEvent(reviewsCollected, { subject: String(CHANNEL), data }));
    await collected(REVIEWS);

    // The events become an hour old, and the counter wrong.
    const hourAgo = (Date.now() - 3_600_000).toString(16).padStart(12, '0');
    await eventually(
      () => world.admin.query('select from reviews.outbox'),
      (rows) => rows.length === 0,
      'the outbox to be empty',
    );
    await world.admin.query(
      `update reviews.outbox_sent set event_id = 'evt_' || $1 || substr(event_id, 17)`,
      [hourAgo],
    );
    await world.admin.query(
      "update channels.channels set collected_reviews = 8, counted_until = now() - interval '1 hour' where id = $1",
      [CHANNEL],
    );
    await world.admin.query('update reviews.count_runs set due_at = now()');
    await collected(REVIEWS);

    const metrics = await (await fetch(world.metricsUrl)).text();
    expect(metrics).toMatch(/^plaudit_counter_drift_total\{.*counter="collected_reviews".*\} 5$/m);
    expect(metrics).toMatch(/^plaudit_count_run_overdue_seconds\{.*service="reviews".*\} /m);
    const warnings = world.logs.lines.filter(({ context }) => context === 'Counters');
    expect(warnings.map(({ message }) => message)).toMatchObject([
      { channel_id: CHANNEL, was: 8, is: REVIEWS },
    ]);
  });
});

const UPDATE = '/public/v1/channels/update';

const DELETE = '/public/v1/channels/delete';

describe('a snapshot of channels', () => {
  const CHANNELS = 1_300;

  let world: World;
  let ids: number[];

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: channelsService },
        { definition: widgetsService },
      ],
    });
    const added = await world.admin.query<{ id: number }>(
      `insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale, score)
       select 1, 1, 'website_schema', '{}', 'shop ' || n, 'Shop ' || n, 5, n % 5 from generate_series(1, ${CHANNELS}) n
       returning id`,
    );
    ids = added.map(({ id }) => id);
    await world.admin.query(
      `insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
       select id, 1, 1, type, null from channels.channels`,
    );
  });
  afterAll(() => world.close());

  const addresses = () => ({ databaseUrl: world.databaseUrl('channels'), nats: world.natsUrl });
  const given = (more: Partial<SnapshotArguments> = {}): SnapshotArguments => ({
    rate: 100_000,
    restart: false,
    untilApplied: true,
    ...more,
  });
  const send = (durable: string, more: Partial<SnapshotArguments> = {}) =>
    snapshotTo(channelsService, durable, addresses(), given(more), () => {});

  /** The columns that widgets copies, of all channels that exist. */
  const owned = () =>
    world.admin.query('select id, name, type, score, version from channels.channels order by id');
  const copied = () =>
    world.admin.query(
      'select id, name, type, score, version from widgets.channels where not deleted order by id',
    );

  async function changesArrive(): Promise<void> {
    await eventually(
      () => world.admin.query('select from channels.outbox'),
      (rows) => rows.length === 0,
      'an empty outbox',
    );
    await waitUntilConsumed(world.natsUrl, 'widgets__channel');
    await waitUntilConsumed(world.natsUrl, 'widgets__channel', 'DIRECT');
  }

  it('equals the owner at the end, even if channels change and vanish while it is sent', async () => {
    expect(await copied()).toEqual([]);
    const run = send('widgets__channel', { rate: 2_000 });
    const client = world.as();
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const id = ids[(at * 211) % CHANNELS]!;
      const changed = await client.put('channels', `${UPDATE}/${id}`, { body: { name: `Renamed ${at}` } });
      const gone = at % 3 === 0 ? await client.delete('channels', `${DELETE}/${id}`) : changed;
      statuses.push(changed.status, gone.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Deleted ones are sent in their last state.
    expect((await run).records).toBe(CHANNELS);
    await changesArrive();
    expect(await copied()).toEqual(await owned());
    expect(await copied()).toHaveLength(CHANNELS - 20);
  });

  it('corrects damaged copies and removes stray ones, in every service that keeps copies', async () => {
    await send('reviews__channel');
    const [first, second, third] = ids.slice(-3) as [number, number, number];
    const stray = ids.at(-1)! + 1_000;
    for (const sql of [
      `update widgets.channels set name = 'damaged', score = -1 where id = ${first}`,
      `delete from widgets.channels where id = ${second}`,
      `update widgets.channels set version = 0, deleted = true where id = ${third}`,
      `insert into widgets.channels (id, account_id, sub_account_id, name, label, type, rating_scale, version)
         values (${stray}, 1, 1, 'stray', 'Stray', 'website_schema', 5, 1)`,
      `update widgets.channels set applied_on = now() - interval '1 hour'`,
      `update reviews.channel_copies set name = 'damaged' where channel_id = ${first}`,
      `delete from reviews.channel_copies where channel_id = ${second}`,
    ]) {
      await world.admin.query(sql);
    }
    expect(await copied()).not.toEqual(await owned());
    await send('widgets__channel');
    await send('reviews__channel');
    expect(await copied()).toEqual(await owned());
    const named = await world.admin.query(
      'select channel_id as id, name, version from reviews.channel_copies where deleted_on is null order by channel_id',
    );
    expect(named).toEqual(
      await world.admin.query('select id, name, version from channels.channels order by id'),
    );
  });

  it('prints its progress and its result', async () => {
    const lines: string[] = [];
    const code = await snapshotCommand(channelsService, addresses(), ['--to', 'widgets__channel'], (line) =>
      lines.push(line),
    );
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(
      /^widgets__channel: complete; 1300 records sent in \d+\.\d s \(\d+ per second\), \d+\.\d s of waiting, \d+ pages not yet handled$/,
    );
  });

  it.each([
    [
      ['--to', 'reports__review'],
      'Durables that can: reviews__channel, invitations__channel, reports__channel, reports__rating, ai__channel, widgets__channel.',
    ],
    [['--to', 'gateway__channel'], 'because its service has no handler of one'],
    [[], '--to is required'],
    [['--to', 'widgets__channel', '--rate', 'fast'], '--rate must be a whole number above 0'],
    [['--too', 'widgets__channel'], '--too'],
  ])('refuses the options %j with exit code 2', async (args, message) => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const code = await snapshotCommand(channelsService, addresses(), args, () => {});
    const text = written.mock.calls.map(([line]) => String(line)).join('');
    written.mockRestore();
    expect([code, text]).toEqual([2, expect.stringContaining(message)]);
  });
});
