import {
  normalisedRating,
  REVIEW_STATUSES,
  type ReviewStatus,
  reviewsCollected,
  starBucket,
} from '@plaudit/contracts';
import { buildCollectedReview, buildEvent, type Caller, eventually, type World } from '@plaudit/testing';
import fc from 'fast-check';

/** The fields of a review that the naive filter reads. */
export interface Planted {
  id: number;
  text: string;
  from_name: string;
  status: ReviewStatus;
  rating_value: number | null;
  rating_scale: number;
  posted_on: string;
  channel_id: number | null;
  source_id: number | null;
  tags: { id: number; name: string }[];
  media: { type: string }[];
  from_image: string | null;
  platform: string;
  language: string | null;
  reply: object | null;
  updated_on: string;
}

export type Query = Record<string, string>;

export const CHANNELS = [11, 12, 13];
export const SOURCES = [71, 72];
const TAGS = ['bread', 'staff', 'queue'];
const PHRASES = ['Fresh bread', 'ÉCLAIR 100%', 'slow_service', 'nothing', 'a \\ b', 'éclair and BREAD'];
const AUTHORS = ['Ann', 'Émile', 'Bread_Fan', 'Bo 100%'];
const RATINGS: [value: number | null, scale: number][] = [
  ...[null, 1, 2, 3, 3.5, 4, 4.25, 5].map((value): [number | null, number] => [value, 5]),
  ...[0, 7, 9].map((value): [number, number] => [value, 10]),
  [33, 100],
];
const LANGUAGES = [null, 'en', 'en-GB', 'de', 'pt-BR'];
const MEDIA = [[], ['image'], ['audio'], ['video', 'audio']];
/** Only a few, so that many reviews share one. */
export const SECONDS = [
  '2026-01-01 00:00:00',
  '2026-01-31 23:59:59',
  '2026-02-01 00:00:00',
  '2026-02-01 00:00:01',
];

export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const ofNumber = (n: number) => {
  const [rating_value, rating_scale] = pick(RATINGS, n * 7 + (n >> 3));
  return {
    text: `${pick(PHRASES, n)} #${n}`,
    from_name: pick(AUTHORS, n >> 1),
    posted_on: pick(SECONDS, n >> 2),
    media: pick(MEDIA, n >> 1).map((type) => ({
      type,
      url: `https://example.com/${type}`,
      src: 'https://example.com/f',
    })),
    language: pick(LANGUAGES, n >> 1),
    from_image: n % 3 === 0 ? 'https://example.com/face.jpg' : null,
    rating_value,
    rating_scale,
  };
};

function among(list: string, value: number | null): boolean {
  return value !== null && list.split(',').includes(String(value));
}

/** The words of a text without accents and case. The planted texts have no other letters. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

/** Whether each word of a search begins a word of the fields. A search without words finds nothing. */
function holds(fields: readonly string[], search: string): boolean {
  const [words, wanted] = [fields.flatMap(wordsOf), wordsOf(search)];
  return wanted.length > 0 && wanted.every((part) => words.some((word) => word.startsWith(part)));
}

export function ratingOf({ rating_value, rating_scale }: Planted): number | null {
  return normalisedRating(rating_value, rating_scale);
}

/** Whether a review matches a query parameter. Channels and sources are handled together, in `naive`. */
const MATCHES: Record<string, (review: Planted, value: string) => boolean> = {
  rating: (review, value) => among(value, starBucket(review.rating_value, review.rating_scale)),
  tags: ({ tags }, value) => tags.some(({ id }) => among(value, id)),
  q: ({ text, from_name }, value) => holds([text, from_name], value),
  keyword: ({ text }, value) => holds([text], value),
  media_only: ({ media }) => media.some(({ type }) => type !== 'audio'),
  with_photos: ({ from_image }) => from_image !== null,
  with_text: ({ text }) => text !== '',
  without_reply: ({ reply }) => reply === null,
  languages: ({ language }, value) =>
    language !== null && value.split(',').some((one) => [language, language.slice(0, 2)].includes(one)),
  platforms: ({ platform }, value) => value.split(',').includes(platform),
  min_rating: (review, value) => (ratingOf(review) ?? -1) >= Number(value),
  max_rating: (review, value) => (ratingOf(review) ?? 6) <= Number(value),
  since: ({ posted_on }, value) => posted_on >= value.padEnd(19, ' 00:00:00'),
  until: ({ posted_on }, value) => posted_on <= (value.length === 10 ? `${value} 23:59:59` : value),
  status: ({ status }, value) =>
    value.split(',').some((each) => (REVIEW_STATUSES[Number(each)] ?? each) === status),
};

/** A page of GET /reviews/get. */
export interface Page {
  count: number;
  items: Planted[];
  limit: number;
  next_before_ts?: number;
  next_before_id?: number;
  next_cursor?: string;
  updated_until?: string;
}

export async function list(client: Caller, query: Query): Promise<Page> {
  const { status, body } = await client.get('reviews', '/public/v1/reviews/get', { query });
  expect({ query, status }).toEqual({ query, status: 200 });
  return body as Page;
}

/** Returns the cursor of the next page. */
export function after(page: Omit<Page, 'items'>): Query {
  return { before_ts: String(page.next_before_ts), before_id: String(page.next_before_id) };
}

/** Stores 310 reviews of sub account 1, with data for every filter, and one of sub account 2 with a tag. */
export async function plant(world: World): Promise<{ planted: Planted[]; foreignTag: number }> {
  const client = world.as();
  await world.admin.query(
    `insert into reviews.sources (id, account_id, sub_account_id, name) overriding system value
     select id, 1, 1, 'Source ' || id from unnest($1::bigint[]) id`,
    [SOURCES],
  );
  for (const [index, channel] of CHANNELS.entries()) await crawl(world, channel, 1_000 * (index + 1), 50);
  for (const first of [1, 81]) await addBulk(client, first, 80, true);
  const foreignTag = await addBulk(world.as({ sub_account_id: 2 }), 3, 1, false);
  return { planted: await everything(client), foreignTag };
}

async function crawl(world: World, channel: number, first: number, length: number): Promise<void> {
  const reviews = Array.from({ length }, (_, index) =>
    buildCollectedReview({
      external_id: String(index),
      ...(ofNumber(first + index) as object),
      reply: index % 3 === 0 ? { text: 'Thank you', posted_on: null } : null,
    }),
  );
  const approve_rule = pick(['none', 'all', 'four_stars'] as const, channel);
  const data = { channel_id: channel, approve_rule, reviews };
  const event = buildEvent(reviewsCollected, { subject: String(channel), data });
  await world.publish(event);
  await eventually(
    () => world.admin.query('select 1 from reviews.inbox where event_id = $1', [event.id]),
    (rows) => rows.length === 1,
    `the page of channel ${channel}`,
  );
}

/** Returns the id of the sub account's first tag. */
async function addBulk(caller: Caller, first: number, length: number, withSources: boolean): Promise<number> {
  const reviews = Array.from({ length }, (_, index) => {
    const n = first + index;
    const { media, ...fields } = ofNumber(n);
    return {
      ...fields,
      media: media.map(({ type, url }) => ({ type, url })),
      from_image: fields.from_image ?? undefined,
      language: fields.language ?? undefined,
      status: pick(REVIEW_STATUSES, n),
      tags: TAGS.filter((_tag, place) => (n >> place) % 3 === 0),
      ...(withSources && n % 4 ? { source_id: pick(SOURCES, n) } : {}),
    };
  });
  const added = await caller.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
  expect(added.body).toMatchObject({ inserted: length });
  const { body } = await caller.get('reviews', '/public/v1/reviews/get', { query: { limit: 100 } });
  return (body as { items: Planted[] }).items.flatMap(({ tags }) => tags)[0]?.id ?? 0;
}

async function everything(client: Caller): Promise<Planted[]> {
  const found: Planted[] = [];
  for (let page = await list(client, { limit: '100' }); page.items.length > 0;) {
    found.push(...page.items);
    page = await list(client, { limit: '100', ...after(page) });
  }
  return found;
}

const sortedNewestFirst = (reviews: readonly Planted[]): Planted[] =>
  [...reviews].sort((a, b) => b.posted_on.localeCompare(a.posted_on) || b.id - a.id);

/** Returns the reviews that a list with this query must contain, newest first. */
export function naive(planted: readonly Planted[], query: Query): Planted[] {
  const asked = Object.entries(query).filter(([name]) => !['channels', 'sources'].includes(name));
  const { channels = '', sources = '' } = query;
  const isFrom = (review: Planted): boolean =>
    among(channels, review.channel_id) || among(sources, review.source_id);
  return sortedNewestFirst(planted).filter(
    (review) =>
      asked.every(([name, value]) => MATCHES[name]?.(review, value)) &&
      (channels + sources === '' || isFrom(review)),
  );
}

const someOf = (values: readonly (string | number)[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join());
const bound = fc.constantFrom('1', '1.5', '2', '3.25', '3.5', '3.6', '4', '4.5', '5.0');
const search = fc.constantFrom(
  'bread',
  'ÉCLAIR',
  'éclair',
  '100%',
  '_',
  '\\',
  '%',
  '#1',
  'a',
  'emile bre',
  'READ',
  'no such words',
);
const day = fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', ...SECONDS);

/** Queries with any number of parameters. */
const queries = (planted: readonly Planted[], foreignTag: number) =>
  fc.record(
    {
      rating: someOf([1, 2, 3, 4, 5]),
      channels: someOf([...CHANNELS, 999]),
      sources: someOf([...SOURCES, 998]),
      tags: someOf([...tagIds(planted), foreignTag, 997]),
      q: search,
      keyword: search,
      media_only: fc.constant('1'),
      with_photos: fc.constant('1'),
      min_rating: bound,
      max_rating: bound,
      since: day,
      until: day,
      status: someOf([...REVIEW_STATUSES, 0, 1, 2]),
      platforms: someOf(['app_store', 'custom', 'nowhere']),
      languages: someOf(['en', 'en-GB', 'pt', 'pt-BR', 'fr']),
      with_text: fc.constant('1'),
      without_reply: fc.constant('1'),
    },
    { requiredKeys: [] },
  );

/** Queries of the list with at most so many filters. */
export const queriesOf = (
  planted: readonly Planted[],
  foreignTag: number,
  { maxFilters }: { maxFilters: number },
): fc.Arbitrary<Query> =>
  queries(planted, foreignTag).chain((query) => {
    const filters = Object.entries(query);
    const maxLength = Math.min(maxFilters, filters.length);
    return fc.subarray(filters, { maxLength }).map(Object.fromEntries);
  });

export function tagIds(planted: readonly Planted[]): number[] {
  return [...new Set(planted.flatMap(({ tags }) => tags.map(({ id }) => id)))];
}
