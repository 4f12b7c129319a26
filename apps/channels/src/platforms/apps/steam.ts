import { truncate } from '@plaudit/runtime/content';
import { parseCount } from '../../normalise/numbers';
import { layoutChanged, notFound } from '../builders/api-errors';
import { readJson } from '../builders/api-request';
import { type JsonObject, numberAt, textAt, valueAt, votesAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';

interface Body {
  /** Empty for an app that does not exist. Without `reviews` if there are none. */
  response?: { reviews?: JsonObject[] };
}

const API = 'https://api.steampowered.com/IUserReviewsService/GetAppReviews/v1/';
const DETAILS = 'https://store.steampowered.com/api/appdetails';
const PAGE_SIZE = 100;
const FIRST_CURSOR = '*';
const MAX_CURSOR = 1_000;
/** Steam sometimes sends an empty page although reviews follow. It is requested this often. */
const MAX_EMPTY = 5;
/** Characters of a review that are searched for markup. Steam allows 8,000. */
const MAX_REVIEW = 50_000;

/** What a vote, which is true or false, counts as. */
const VOTES: ReadonlyMap<unknown, { rating: number; raw: string }> = new Map([
  [true, { rating: 5, raw: 'recommended' }],
  [false, { rating: 1, raw: 'not_recommended' }],
]);

/** The languages of the Steam API in ISO 639. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  (
    'arabic:ar brazilian:pt bulgarian:bg czech:cs danish:da dutch:nl english:en finnish:fi french:fr german:de greek:el ' +
    'hungarian:hu indonesian:id italian:it japanese:ja koreana:ko latam:es norwegian:no polish:pl portuguese:pt ' +
    'romanian:ro russian:ru schinese:zh spanish:es swedish:sv tchinese:zh thai:th turkish:tr ukrainian:uk vietnamese:vi'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const meta = platformMeta({
  typeId: 11,
  slug: 'steam',
  label: 'Steam',
  aliases: ['steam_store', 'valve'],
  category: 'apps',
  logo: ['S', '#171a21'],
  method: 'url',
  proof: { kind: 'recording' },
  hosts: ['api.steampowered.com', 'store.steampowered.com'],
  rate: { perSecond: 1, burst: 5, crawls: 4 },
  robots: 'api',
  urlExample: 'https://store.steampowered.com/app/1234560/Acme_Quest/',
  instructions:
    'Paste the URL of your game or program in the Steam store. All its reviews are read, in every language, with the ' +
    'replies of the developer. Steam has no stars: a recommendation counts as 5 of 5, and its opposite as 1. The score is ' +
    'computed as the share of recommendations, times 5. No key is needed.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, ownerReply: true, plain: true },
  urls: [
    /^https?:\/\/(?:(?:store\.steampowered|steamcommunity)\.com\/(?:agecheck\/)?app|s\.team\/a)\/(?<id>\d{1,10})/i,
  ],
});

const query = (id: string, size: number, cursor: string | null): { input_json: string } => ({
  input_json: JSON.stringify({
    appid: Number(id),
    filter: 1, // the newest reviews first
    languages: ['all'],
    review_type: 0, // positive and negative ones
    purchase_type: 1, // of copies from any shop
    num_per_page: size,
    filter_offtopic_activity: false,
    cursor: cursor ?? FIRST_CURSOR,
  }),
});

function rowsOf({ response }: Body): readonly JsonObject[] | null {
  if (typeof response !== 'object' || response === null) return null;
  if (Object.keys(response).length === 0) throw notFound(meta, 'app with this URL');
  return response.reviews ?? [];
}

/** Returns the figures of the summary, which only the first page has. The score is computed from the votes. */
function figuresOf(body: Body): { score: number | null; reviews: number | null } {
  const reviews = parseCount(valueAt(body, 'response.query_summary.total_reviews'));
  const positive = parseCount(valueAt(body, 'response.query_summary.total_positive'));
  const score = reviews && positive !== null ? (5 * positive) / reviews : null;
  return { score, reviews };
}

/** Returns the name of an app, or undefined if the store does not tell it now. The reviews are there without it. */
async function nameOf(id: string, ctx: Ctx): Promise<unknown> {
  const request = { url: DETAILS, query: { appids: id, filters: 'basic', l: 'english' } };
  try {
    return valueAt(await readJson(meta, request, ctx), `${id}.data.name`);
  } catch (error) {
    if (error instanceof CrawlError) return undefined;
    throw error;
  }
}

const LINES = /\[(?:h[1-3]|\*|tr|hr|\/(?:h[1-3]|list|olist|tr|quote|table))\]/gi;
const MARKS =
  /\[\/?(?:b|i|u|h[1-3]|hr|strike|spoiler|noparse|list|olist|\*|url|quote|code|table|tr|th|td|p|img)(?:=[^\][]{0,300})?\]/gi;

/** Returns a review without the BBCode of Steam. Headings, items and rows begin on a line of their own. */
function withoutMarks(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return truncate(text, MAX_REVIEW).replace(LINES, '\n$&').replace(MARKS, '');
}

function hoursPlayed(row: JsonObject): number | null {
  const minutes = numberAt(row, ['author.playtime_at_review', 'author.playtime_forever']);
  return minutes === null ? null : Math.round(minutes / 6) / 10;
}

const platform = jsonPlatform<{ id: string }, string, Body>({
  meta,

  async about({ id }, _config, ctx) {
    const body = await readJson<Body>(meta, { url: API, query: query(id, 1, null) }, ctx);
    if (!Array.isArray(rowsOf(body))) throw layoutChanged(meta);
    return {
      name: (await nameOf(id, ctx)) ?? `App ${id}`,
      url: `https://store.steampowered.com/app/${id}/`,
      ...figuresOf(body),
    };
  },

  request: ({ key, cursor }) => ({ url: API, query: query(key.id, PAGE_SIZE, cursor) }),

  rows: rowsOf,

  // A page with fewer reviews than requested is not the last one. The last one is empty.
  next({ body, count, request }) {
    const cursor = textAt(body, 'response.cursor');
    const isUsable = cursor !== '' && cursor.length <= MAX_CURSOR;
    return count > 0 && isUsable && cursor !== (request.cursor ?? FIRST_CURSOR) ? cursor : null;
  },

  figures: figuresOf,

  review: {
    id: 'recommendationid',
    text: ({ review }) => withoutMarks(review),
    url(row, { key }) {
      const author = textAt(row, 'author.steamid');
      return author && `https://steamcommunity.com/profiles/${author}/recommended/${key.id}/`;
    },
    rating: ({ voted_up: vote }) => VOTES.get(vote)?.rating,
    // Seconds of Unix time.
    date: 'timestamp_created',
    language: (row) => LANGUAGES.get(textAt(row, 'language')),
    reply: ({ developer_response: text, timestamp_dev_responded: date }) => ({
      text: withoutMarks(text),
      date,
    }),
    verified: 'steam_purchase',
    additional: {
      raw_rating: ({ voted_up: vote }) => VOTES.get(vote)?.raw,
      helpful_votes: votesAt('votes_up'),
      hours_played: hoursPlayed,
      received_for_free: (row) => row['received_for_free'] || null,
      refunded: (row) => row['refunded'] || null,
      early_access: (row) => row['written_during_early_access'] || null,
    },
  },
});

export const steam: typeof platform = {
  ...platform,

  async fetchPage(request, ctx) {
    for (let requests = 1; ; requests++) {
      const page = await platform.fetchPage(request, ctx);
      const isFirst = request.cursor === null && !page.figures?.reviews;
      if (page.rows.length > 0 || isFirst || requests === MAX_EMPTY) return page;
    }
  },
};
