import { Module } from '@nestjs/common';
import { ratingSnapshot, reviewsCollected } from '@plaudit/contracts';
import { reportsService } from '@plaudit/reports';
import { Clock } from '@plaudit/runtime';
import { buildCollectedReview, buildEvent, type Caller, eventually, type World } from '@plaudit/testing';

const API = '/public/v1';

@Module({
  imports: [
    {
      module: reportsService.module,
      providers: [{ provide: Clock, useValue: { now: () => new Date('2026-03-15T12:00:00Z') } }],
    },
  ],
})
class ReportsOnOneDay {}

/** Reports on 2026-03-15, so that the answers at the begin and at the end of a spec are about the same days. */
export const reportsOnOneDay = { ...reportsService, module: ReportsOnOneDay };

interface NewChannel {
  sub_account_id: number;
  type: 'app_store' | 'website_schema';
  group_id: number;
}

type Fate = 'stays' | 'leaves its reviews' | 'takes its reviews with it';

/** One platform and two groups have deleted channels only. */
const PLANTED: readonly (Omit<NewChannel, 'sub_account_id'> & { fate: Fate })[] = [
  { type: 'app_store', group_id: 5, fate: 'stays' },
  { type: 'app_store', group_id: 5, fate: 'takes its reviews with it' },
  { type: 'app_store', group_id: 6, fate: 'leaves its reviews' },
  { type: 'website_schema', group_id: 6, fate: 'takes its reviews with it' },
  { type: 'website_schema', group_id: 7, fate: 'leaves its reviews' },
];
const LABELS = { app_store: 'Apple App Store', website_schema: 'Website' };
export const REVIEWS_PER_CHANNEL = 6;
/** Reviews that the planted channels have or leave in the end. */
export const PLANTED_REVIEWS = 3 * REVIEWS_PER_CHANNEL;

const QUESTIONS = {
  average_rating: { months: 12 },
  rating_distribution: { from: '2025-01-01' },
  response: { from: '2025-01-01' },
  reviews_over_time: { range: 24 },
  tags: { from: '2025-01-01' },
  ratings: {},
};
/** The types are the ids of the two platforms. */
const SELECTIONS = [
  {},
  { type: 7 },
  { type: 1 },
  { groups: 5 },
  { groups: 6 },
  { groups: 7 },
  { groups: '5,6', type: 7 },
];

/**
 * Returns the answer of every report to every selection, with the comparison, and the rating history of a channel. The key is the name
 * of the report with the selection as JSON.
 */
export async function answersOf(client: Caller, channelId: number): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, question] of Object.entries(QUESTIONS)) {
    for (const selection of SELECTIONS) {
      const query = { ...selection, ...question, compare: 'previous' };
      const { status, body } = await client.get('reports', `${API}/reports/${name}`, { query });
      expect([name, status]).toEqual([name, 200]);
      answers[`${name} ${JSON.stringify(selection)}`] = body;
    }
  }
  const path = `${API}/channels/rating_history/${channelId}`;
  answers['rating_history'] = (await client.get('reports', path, { query: { days: 365 } })).body;
  return answers;
}

/** Adds channels in properties with known ids, and renames them, which is their first event. Returns their ids. */
export async function connectChannels(world: World, channels: readonly NewChannel[]): Promise<number[]> {
  await world.admin.query(
    `insert into channels.channel_groups (id, account_id, sub_account_id, name) overriding system value
     select distinct group_id, 1, sub_account_id, 'Place ' || group_id
     from json_to_recordset($1::json) as given (sub_account_id bigint, group_id bigint)`,
    [JSON.stringify(channels)],
  );
  const rows = await world.admin.query<{ id: number; sub_account_id: number }>(
    `with added as (
       insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale, score, reviews,
         group_id, status)
       select 1, sub_account_id, type, '{}', gen_random_uuid(), 'New', 5, 3.5 + group_id / 10.0, 40 + group_id, group_id, 'active'
       from json_to_recordset($1::json) as given (sub_account_id bigint, type text, group_id bigint)
       returning id, sub_account_id, type
     ), crawled as (
       insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
       select id, 1, sub_account_id, type, null from added
     )
     select id, sub_account_id from added order by id`,
    [JSON.stringify(channels)],
  );
  for (const { id, sub_account_id } of rows) {
    const client = world.as({ sub_account_id });
    const body = { name: `Channel ${id}` };
    expect((await client.put('channels', `${API}/channels/update/${id}`, { body })).status).toBe(200);
  }
  return rows.map(({ id }) => id);
}

export async function deleteChannel(client: Caller, id: number, keepReviews = false): Promise<void> {
  const query = keepReviews ? { keep_reviews: 1 } : {};
  expect((await client.delete('channels', `${API}/channels/delete/${id}`, { query })).status).toBe(200);
}

/**
 * Gives a sub account channels with reviews, tags and official figures, and deletes most of them. Returns the id of the one that
 * stays. The events of the last changes may not have arrived yet.
 */
export async function plantChannels(world: World, sub_account_id: number): Promise<number> {
  const client = world.as({ sub_account_id });
  const ids = await connectChannels(
    world,
    PLANTED.map(({ type, group_id }) => ({ sub_account_id, type, group_id })),
  );
  await collectReviews(world, sub_account_id, ids);
  await tagReviews(world, client, ids);
  await measure(world, sub_account_id, ids);
  const fateOf = (id: number): Fate => PLANTED[ids.indexOf(id)]!.fate;
  const deleted = ids.filter((id) => fateOf(id) !== 'stays');
  for (const id of deleted) await deleteChannel(client, id, fateOf(id) === 'leaves its reviews');
  await eventually(
    () => world.admin.query('select from reviews.reviews where channel_id = any ($1)', [deleted]),
    ({ length }) => length === 0,
    'the reviews of the deleted channels to go or to be kept',
  );
  return ids.find((id) => !deleted.includes(id))!;
}

/** Stores reviews of the channels. Half of them have a reply. */
async function collectReviews(world: World, subaccountid: number, ids: readonly number[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const { type } = PLANTED[at]!;
    const reviews = Array.from({ length: REVIEWS_PER_CHANNEL }, (_, index) =>
      buildCollectedReview({
        external_id: `${id} ${index}`,
        text: `Review ${index} of channel ${id}`,
        rating_value: 1 + ((index + at) % 5),
        posted_on: `2025-${String(12 - 2 * index).padStart(2, '0')}-0${1 + at} 10:00:00`,
        reply: index % 2 === 0 ? { text: 'Thanks', posted_on: `2026-01-0${1 + at} 1${index}:00:00` } : null,
      }),
    );
    const data = { channel_id: id, type, label: LABELS[type], reviews };
    await world.publish(buildEvent(reviewsCollected, { subject: String(id), subaccountid, data }));
  }
  await eventually(
    () => world.admin.query('select from reviews.reviews where channel_id = any ($1)', [ids]),
    ({ length }) => length === ids.length * REVIEWS_PER_CHANNEL,
    'the reviews of the planted channels',
  );
}

async function tagReviews(world: World, client: Caller, ids: readonly number[]): Promise<void> {
  const reviews = await world.admin.query<{ id: number }>(
    'select id from reviews.reviews where channel_id = any ($1) order by id',
    [ids],
  );
  for (const { id } of reviews) {
    if (id % 3 === 0) continue;
    const body = { tags: id % 3 === 1 ? ['bread'] : ['staff', 'price'] };
    expect((await client.put('reviews', `${API}/reviews/update/${id}`, { body })).status).toBe(200);
  }
}

/** Stores official figures of two years, as crawls do. Returns when their events are published. */
async function measure(world: World, subaccountid: number, ids: readonly number[]): Promise<void> {
  const rows = await world.admin.query<{
    profile_id: number;
    score: number;
    reviews: number;
    checked_on: string;
  }>(
    `insert into channels.snapshots (channel_id, day, score, rating_scale, reviews, checked_on)
     select id, noon, 3 + (id * 3 + extract(month from noon)::int) % 20 / 10.0, 5, 10 * id + extract(month from noon)::int,
       noon at time zone 'UTC'
     from unnest($1::bigint[]) as id,
       generate_series(timestamp '2024-05-10 12:00', timestamp '2026-03-10 12:00', '2 months') as noon
     returning channel_id as profile_id, score, reviews, day || ' 12:00:00' as checked_on`,
    [ids],
  );
  for (const data of rows) {
    const subject = String(data.profile_id);
    await world.publish(
      buildEvent(ratingSnapshot, {
        subject,
        subaccountid,
        data: { ...data, sub_account_id: subaccountid, rating_scale: 5 },
      }),
    );
  }
}
