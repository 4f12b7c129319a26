import { channelsService } from '@plaudit/channels';
import { reviewsCollected } from '@plaudit/contracts';
import { reviewsService } from '@plaudit/reviews';
import { type ServiceDefinition, snapshotTo } from '@plaudit/runtime';
import {
  buildCollectedReview,
  buildEvent,
  durableBacklog,
  eventually,
  SeededRandom,
  startWorld,
  type World,
} from '@plaudit/testing';
import {
  answersOf,
  connectChannels,
  deleteChannel,
  PLANTED_REVIEWS,
  plantChannels,
  reportsOnOneDay,
  REVIEWS_PER_CHANNEL,
} from './deleted-channels.suite';

const REVIEWS = 100_000;
/** Loading and rebuilding take a few milliseconds per review on a busy machine. */
const PATIENCE_MS = 60_000 + 10 * REVIEWS;
jest.setTimeout(2 * PATIENCE_MS);
const BULK = 500;
const COLLECTED = 40;
/** Writes during a rebuild. */
const WRITES = 60;
/** Each durable of reports that takes a snapshot, in the order of docs/operations.md, and the owner who sends it. */
const SNAPSHOTS: readonly (readonly [ServiceDefinition, string])[] = [
  [channelsService, 'reports__channel'],
  [channelsService, 'reports__rating'],
  [reviewsService, 'reports__review'],
];
/** One sub account changes while its copies are rebuilt. The other one does not. */
const [BUSY, QUIET] = [1, 2];

const CHANNELS = {
  stored: `select id, account_id, sub_account_id, type, label, name, score, rating_scale, reviews, group_id, version, deleted
    from reports.channels`,
  owned: `select id, account_id, sub_account_id, type, case type when 'app_store' then 'Apple App Store' else 'Website' end, name, score,
      rating_scale, reviews, group_id, version::bigint, false
    from channels.channels
    union all select id, account_id, sub_account_id, type, label, name, score, rating_scale, reviews, "group", version, true
    from channels.deleted_channels cross join json_to_record(last_state::json) as last (id bigint, type text, label text, name text,
      score double precision, rating_scale integer, reviews bigint, "group" bigint)`,
};

const COPIES = {
  stored: `select id, account_id, sub_account_id, channel_id, type, label, rating_value, rating_scale, star, posted_on,
      array(select unnest(tag_ids) order by 1) as tag_ids, replied, version
    from reports.reviews where not deleted`,
  owned: `select id, account_id, sub_account_id, coalesce(channel_id, 0), platform, label, rating_value, rating_scale::int, star,
      posted_on, array(select unnest(tag_ids) order by 1), reply is not null, version::bigint
    from reviews.reviews`,
};

const RATED = 'case when star is null then 0 else least(rating_value, rating_scale) end';
const OWNED_DAY =
  '(posted_on at time zone (select counted_timezone from reports.sub_accounts z where z.sub_account_id = r.sub_account_id))::date';

const DAYS = {
  stored: `select account_id, sub_account_id, channel_id, day, type, label, rating_scale, reviews::bigint,
      star_1::bigint, star_2::bigint, star_3::bigint, star_4::bigint, star_5::bigint, rating_sum, replied::bigint
    from reports.review_days where reviews <> 0`,
  owned: `select account_id, sub_account_id, coalesce(channel_id, 0), ${OWNED_DAY}, platform, label, rating_scale::int, count(*),
      ${[1, 2, 3, 4, 5].map((star) => `count(*) filter (where star = ${star})`).join(', ')},
      sum(${RATED}), count(reply)
    from reviews.reviews r group by 1, 2, 3, 4, 5, 6, 7`,
};

const TAG_DAYS = {
  stored: `select account_id, sub_account_id, tag_id, day, channel_id, type, rating_scale, reviews::bigint, rated::bigint, rating_sum
    from reports.tag_days where reviews <> 0`,
  owned: `select account_id, sub_account_id, tag_id, ${OWNED_DAY}, coalesce(channel_id, 0), platform, rating_scale::int, count(*), count(star),
      sum(${RATED})
    from reviews.reviews r cross join unnest(tag_ids) as tag_id group by 1, 2, 3, 4, 5, 6, 7`,
};

const RELATIONS = { CHANNELS, COPIES, DAYS, TAG_DAYS };

describe('the copies and days of reports', () => {
  const random = new SeededRandom(163);
  let world: World;
  /** A channel of the quiet sub account that exists. */
  let channel: number;
  /** Channels of the busy sub account. Each rebuild deletes one. */
  let doomed: number[];
  /** What the live service answers to the quiet sub account. */
  let answers: Record<string, unknown>;

  beforeAll(async () => {
    const settings = { INVITATIONS_URL: 'http://127.0.0.1:1' };
    world = await startWorld({
      services: [
        { definition: channelsService, settings: { CRAWL_CONCURRENCY: '0' } },
        { definition: reviewsService, settings },
        { definition: reportsOnOneDay },
      ],
    });
    for (let at = 0; at < REVIEWS; at += BULK) await addBulk(at, at % (4 * BULK) === 0 ? QUIET : BUSY);
    await collect();
    channel = await plantChannels(world, QUIET);
    doomed = await connectChannels(
      world,
      [8, 9].map((group_id) => ({ sub_account_id: BUSY, type: 'app_store', group_id })),
    );
    await eventsArrive();
    answers = await answersOf(api(QUIET), channel);
    // What the live service has counted, of the sub account that does not change any more.
    for (const [name, { stored }] of Object.entries(RELATIONS))
      await world.admin.query(
        `create table public.live_${name} as select * from (${stored}) as live where sub_account_id = ${QUIET}`,
      );
  });
  afterAll(() => world.close());

  const api = (subAccount: number) => world.as({ sub_account_id: subAccount });

  function review(number: number) {
    const rating_scale = random.pick([5, 10]);
    return {
      from_name: `Author ${number}`,
      text: `Review number ${number}`,
      posted_on: `20${random.between(20, 25)}-${two(random.between(1, 12))}-${two(random.between(1, 28))} ${two(random.between(0, 23))}:30:00`,
      rating_value: random.pick([null, 0, random.between(1, rating_scale), rating_scale - 0.5]),
      rating_scale,
      tags: ['bread', 'staff', 'price'].filter(() => random.next() < 0.2),
    };
  }

  async function addBulk(from: number, subAccount: number): Promise<void> {
    const reviews = Array.from({ length: BULK }, (_, index) => review(from + index));
    const { body } = await api(subAccount).post('reviews', '/public/v1/reviews/add_bulk', {
      body: { reviews },
    });
    expect(body).toMatchObject({ success: true, inserted: BULK });
  }

  /** Stores reviews of a channel, some of them with a reply. */
  async function collect(): Promise<void> {
    const reviews = Array.from({ length: COLLECTED }, (_, index) =>
      buildCollectedReview({
        external_id: `r${index}`,
        text: `Collected ${index}`,
        reply: index % 3 === 0 ? { text: 'Thanks', posted_on: null } : null,
      }),
    );
    await world.publish(buildEvent(reviewsCollected, { subject: '900', data: { channel_id: 900, reviews } }));
    await eventually(
      () => world.admin.query('select from reviews.reviews where channel_id = 900'),
      (rows) => rows.length === COLLECTED,
      'the collected reviews',
    );
  }

  async function eventsArrive(): Promise<void> {
    await eventually(
      () => world.admin.query('select from reviews.outbox union all select from channels.outbox limit 1'),
      (rows) => rows.length === 0,
      'an empty outbox',
      { timeoutMs: PATIENCE_MS },
    );
    for (const [, durable] of SNAPSHOTS) {
      for (const stream of ['EVENTS', 'DIRECT'] as const) {
        await eventually(
          () => durableBacklog(world.natsUrl, durable, stream),
          ({ pending, unacknowledged }) => pending + unacknowledged === 0,
          `the end of ${durable} in ${stream}`,
          { timeoutMs: PATIENCE_MS },
        );
      }
    }
  }

  async function sendSnapshots(): Promise<void> {
    const given = { rate: 4_000, restart: true, untilApplied: true };
    for (const [owner, durable] of SNAPSHOTS) {
      const addresses = { databaseUrl: world.databaseUrl(owner.name), nats: world.natsUrl };
      await snapshotTo(owner, durable, addresses, given, () => {});
    }
  }

  /** Rebuilds from the owners, while a channel is deleted and reviews are added, edited, tagged and deleted. */
  async function rebuild(): Promise<void> {
    const run = sendSnapshots();
    await deleteChannel(api(BUSY), doomed.pop()!);
    const rows = await world.admin.query<{ id: number }>(
      `select id from reviews.reviews where sub_account_id = ${BUSY} and channel_id is null order by id`,
    );
    const ids = random.shuffled(rows.map(({ id }) => id));
    const statuses = new Set<number>();
    for (let at = 0; at < WRITES; at += 1) {
      const path = (what: string) => `/public/v1/reviews/${what}/${ids[at]!}`;
      const { text: _text, ...change } = review(at);
      const edited = await api(BUSY).put('reviews', path('update'), {
        body: { posted_on: change.posted_on, rating_value: random.between(1, 5), tags: change.tags },
      });
      const other =
        at % 3 === 0
          ? await api(BUSY).delete('reviews', path('delete'))
          : await api(BUSY).post('reviews', '/public/v1/reviews/add', { body: review(1_000_000 + ids[at]!) });
      statuses.add(edited.status).add(other.status);
    }
    expect(statuses).toEqual(new Set([200]));
    await run;
    await eventsArrive();
  }

  /** Returns at most five rows that one of the relations has and the other one has not. */
  const difference = (one: string, other: string) =>
    world.admin.query(
      `(select 1 as which, * from ((${one}) except all (${other})) as only_one)
       union all (select 2, * from ((${other}) except all (${one})) as only_other) limit 5`,
    );

  async function expectRight(): Promise<void> {
    await eventually(
      () => world.admin.query('select from reports.sub_accounts where recount_due_at <= now()'),
      (due) => due.length === 0,
      'the days to be counted again',
      { timeoutMs: PATIENCE_MS },
    );
    for (const { stored, owned } of Object.values(RELATIONS))
      expect(await difference(stored, owned)).toEqual([]);
  }

  const expectAsLive = async (): Promise<void> => {
    for (const [name, { stored }] of Object.entries(RELATIONS)) {
      const quiet = `select * from (${stored}) as now where sub_account_id = ${QUIET}`;
      expect(await difference(quiet, `select * from public.live_${name}`)).toEqual([]);
    }
    // No answer of the live service may come from the cache, whose keys have the rev.
    await world.admin.query('update reports.sub_accounts set rev = rev + 1000000');
    expect(await answersOf(api(QUIET), channel)).toEqual(answers);
  };

  it('are those of the reviews that the service has received one by one', async () => {
    await expectRight();
    const [counted] = await world.admin.query('select sum(reviews)::int as reviews from reports.review_days');
    expect(counted).toEqual({ reviews: REVIEWS + COLLECTED + PLANTED_REVIEWS });
  });

  it('have deleted channels where reports select by platform or group', () => {
    expect(answers['rating_distribution {"type":1}']).toMatchObject({ total: REVIEWS_PER_CHANNEL });
    for (const selection of ['{"type":1}', '{"groups":6}', '{"groups":7}'])
      expect(answers[`average_rating ${selection}`]).toMatchObject({
        change: { average_rating: expect.any(Number) as unknown },
      });
  });

  it('are the same in a service that was deployed later, while events go on', async () => {
    await world.admin.query(
      `truncate reports.channels, reports.rating_days, reports.reviews, reports.review_days, reports.tag_days, reports.tags,
         reports.sub_accounts, reports.inbox`,
    );
    await rebuild();
    await expectRight();
    await expectAsLive();
    const named = await world.admin.query('select id, name from reports.tags order by id');
    expect(named).toEqual(await world.admin.query('select id, name from reviews.tags order by id'));
  });

  it('are the same after they were damaged, in the zone that the sub account chose', async () => {
    const body = { timezone: 'America/New_York' };
    expect((await api(BUSY).put('reports', '/public/v1/reports/settings', { body })).status).toBe(200);
    for (const damage of [
      `update reports.reviews set rating_value = 1, star = 1, label = 'damaged' where id % 7 = 0`,
      'delete from reports.reviews where id % 11 = 0',
      'update reports.reviews set deleted = true, version = 0 where id % 13 = 0',
      `insert into reports.reviews (id, account_id, sub_account_id, channel_id, type, label, rating_scale, posted_on, replied, version)
         select id + 10000000, account_id, sub_account_id, 5, 'stray', 'Stray', 5, now(), true, 1 from reports.reviews limit 50`,
      `update reports.reviews set applied_on = now() - interval '1 hour'`,
      `update reports.review_days set reviews = reviews + 3, star_5 = 0, rating_sum = -1 where extract(day from day)::int % 3 = 0`,
      'delete from reports.review_days where extract(day from day)::int % 5 = 0',
      'update reports.tag_days set tag_id = tag_id + 100 where extract(day from day)::int % 4 = 0',
      'delete from reports.channels where id % 4 = 0',
      `update reports.channels set deleted = not deleted, label = 'damaged', group_id = null, applied_on = now() - interval '1 hour'`,
    ])
      await world.admin.query(damage);
    expect(await difference(DAYS.stored, DAYS.owned)).toHaveLength(5);
    await rebuild();
    await expectRight();
    await expectAsLive();
  });
});

function two(value: number): string {
  return String(value).padStart(2, '0');
}
