import { DatabaseClient } from '@plaudit/database';
import type { Schema } from '@plaudit/client';
import { eventually } from '@plaudit/testing';
import type { DashboardWorld } from './dashboard-world.suite';

const DAY = 86_400_000;
const SOURCES = ['Letters', 'Phone', 'Guest book', 'Front desk', 'Fair', 'Newsletter'];
const TAGS = ['Breakfast', 'Noise', 'Staff'];
/** Months ago in which no figures were read. */
const MISSING_MONTHS = [4, 5, 15];
/** Days ago on which no channel was read. */
const MISSING_DAYS = [10, 11, 12];

interface Reports {
  ratings: Schema<'RatingsReport'>;
  reviews_over_time: Schema<'ReviewsOverTime'>;
  average_rating: Schema<'AverageRating'>;
  daily: Schema<'DailyReport'>;
  rating_distribution: Schema<'RatingDistribution'>;
  tags: Schema<'TagsReport'>;
  response: Schema<'ResponseReport'>;
  invitations: Schema<'InvitationsReport'>;
}

/** Returns a report as the API has it. */
export async function reportOf<Name extends keyof Reports>(
  { api }: DashboardWorld,
  name: Name,
  query: Record<string, string | number> = {},
): Promise<Reports[Name]> {
  // The paths have no type in common, and each may also answer in CSV, which is not asked for.
  const get = api.get.bind(api) as (path: string, options: object) => Promise<unknown>;
  return (await get(`/reports/${name}`, { params: { query } })) as Reports[Name];
}

/** The two channels of {@link plantCharts}. */
export interface ChartChannels {
  /** Was read on the last 20 days. Before, its score is estimated from its only review. */
  young: number;
  /** Was read in most of the last 24 months, and on the last 40 days. */
  old: number;
}

/** Fills the account with reviews, official figures, replies and invitations of two years, with gaps. */
export async function plantCharts(world: DashboardWorld): Promise<ChartChannels> {
  const channels = { young: await connect(world, '/'), old: await connect(world, '/old') };
  const reviews = await addReviews(world);
  await eventually(
    async () => (await reportOf(world, 'reviews_over_time', { range: 24 })).datasets.total,
    (total = []) => total.reduce((sum, count) => sum + count, 0) >= reviews,
    'the reports to count the reviews',
  );
  for (const channel of Object.values(channels)) {
    await eventually(
      () => historyOf(world, channel),
      (history) => history.some(({ estimated }) => !estimated),
      `the reports to have the figures of channel ${channel}`,
    );
  }
  await plantFigures(world, channels);
  return channels;
}

/** Returns the first day of the last `months` months. */
export async function firstReportDay(world: DashboardWorld, months: number): Promise<string> {
  const report = await reportOf(world, 'average_rating', { months });
  return `${report.months[0]!.month}-01`;
}

/** Returns the rating history of the last 90 days. */
export async function historyOf(
  { api }: DashboardWorld,
  id: number,
): Promise<Schema<'RatingHistory'>['history']> {
  const answer = await api.get('/channels/rating_history/{id}', { params: { path: { id } } });
  return typeof answer === 'string' ? [] : answer.history;
}

async function connect(world: DashboardWorld, path: string): Promise<number> {
  const url = `${world.bakery.url}${path}`;
  const { channel } = await world.api.post('/channels/add', { body: { type: 'website_schema', url } });
  return channel.id;
}

/** Adds reviews of several sources and returns how many. No month has as many as another one, and some have none. */
async function addReviews({ api }: DashboardWorld): Promise<number> {
  const sources: number[] = [];
  for (const name of SOURCES) sources.push((await api.post('/sources', { body: { name } })).source.id);
  const reviews = Array.from({ length: 24 }, (_, ago) =>
    Array.from({ length: (ago * 7) % 5 }, (_one, at) => ({
      from_name: `Guest ${ago}-${at}`,
      text: `Good bread, visit ${at} of month ${ago}.`,
      posted_on: monthAgo(ago),
      rating_value: 5 - ((ago + at) % 5),
      source_id: sources[(ago * at) % sources.length]!,
      tags: at === 0 ? [TAGS[ago % TAGS.length]!] : [],
    })),
  ).flat();
  await api.post('/reviews/add_bulk', { body: { reviews } });
  return reviews.length;
}

async function plantFigures({ postgresUrl }: DashboardWorld, { young, old }: ChartChannels): Promise<void> {
  const database = new DatabaseClient({ connectionString: postgresUrl });
  await database.connect();
  try {
    await database.query(RATING_DAYS, [JSON.stringify(figuresOf(young, old)), young]);
    await database.query('update reports.review_days set replied = reviews / 2');
    await database.query(PROFILE, [young]);
    await database.query(INVITATIONS, [young, dayAgo(1)]);
    await database.query('update reports.sub_accounts set rev = rev + 1');
  } finally {
    await database.end();
  }
}

const OWNER = `(select account_id from reports.channels where id = $1) as account_id,
  (select sub_account_id from reports.channels where id = $1) as sub_account_id`;
const RATING_DAYS = `
  insert into reports.rating_days (channel_id, day, score, reviews, rating_scale, checked_on, account_id, sub_account_id)
  select channel_id, day, score, reviews, 5, day, ${OWNER.replaceAll('$1', '$2')}
  from json_to_recordset($1) as figures(channel_id bigint, day date, score float8, reviews bigint)
  on conflict do nothing`;
const PROFILE = `
  insert into reports.invite_settings (id, name, named_on, account_id, sub_account_id)
  select 900, 'After the visit', now(), ${OWNER}`;
const INVITATIONS = `
  insert into reports.invitation_days (day, settings_id, type, step, queued, sent, delivered, opened, clicked, reviewed,
    unsubscribed, failed, account_id, sub_account_id)
  select $2::date, 900, 'email', step, 40, 40 - step, 30 - step, 20, 10 - step, 5 - step, 1, step, ${OWNER}
  from generate_series(0, 1) as step`;

interface Figures {
  channel_id: number;
  day: string;
  score: number;
  reviews: number;
}

function figuresOf(young: number, old: number): Figures[] {
  const months = range(1, 23)
    .filter((ago) => !MISSING_MONTHS.includes(ago))
    .map((ago) => ({ channel_id: old, day: monthAgo(ago), score: 4.6 - ago / 50, reviews: 100 - ago }));
  const days = range(1, 40)
    .filter((ago) => !MISSING_DAYS.includes(ago))
    .flatMap((ago) => [
      { channel_id: old, day: dayAgo(ago), score: 4.7 - ago / 100, reviews: 110 },
      ...(ago <= 20 ? [{ channel_id: young, day: dayAgo(ago), score: 4 + ago / 50, reviews: 20 }] : []),
    ]);
  return [...months, ...days];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}

/** Returns the first day of a month. */
function monthAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}
