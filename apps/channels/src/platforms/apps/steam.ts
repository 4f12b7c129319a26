import { platformMeta } from '../builders/platform-meta';
import { truncate } from '@plaudit/runtime/content';
import { parseCount } from '../../normalise/numbers';
import { readJson } from '../builders/api-request';
import { layoutChanged, notFound } from '../builders/api-errors';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';

interface Row {
  recommendationid?: string;
  author?: { steamid?: string; playtime_at_review?: number; playtime_forever?: number };
  language?: string;
  review?: string;
  /** Seconds of Unix time. */
  timestamp_created?: number;
  voted_up?: boolean;
  votes_up?: number;
  steam_purchase?: boolean;
  received_for_free?: boolean;
  refunded?: boolean;
  written_during_early_access?: boolean;
  developer_response?: string;
  timestamp_dev_responded?: number;
}

interface Summary {
  total_positive?: number;
  total_reviews?: number;
}

interface Body {
  /** Empty for an app that does not exist. */
  response?: {
    /** On the first page only. */
    query_summary?: Summary;
    /** Absent if there are none. */
    reviews?: Row[];
    cursor?: string;
  };
}

type AppKey = { id: string };

const API = 'https://api.steampowered.com/IUserReviewsService/GetAppReviews/v1/';
const DETAILS = 'https://store.steampowered.com/api/appdetails';
const PAGE_SIZE = 100;
const FIRST_CURSOR = '*';
const MAX_CURSOR = 1_000;
/** Steam sometimes sends an empty page although reviews follow. It is requested this often. */
const MAX_EMPTY = 5;
/** Characters of a review that are searched for markup. Steam allows 8,000. */
const MAX_REVIEW = 50_000;

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
  hosts: ['api.steampowered.com', 'store.steampowered.com'],
  rate: { perSecond: 1, burst: 5, crawls: 4 },
  robots: 'api',
  urlExample: 'https://store.steampowered.com/app/1234560/Acme_Quest/',
  instructions:
    'Paste the URL of your game or program in the Steam store. All its reviews are read, in every language, with the ' +
    'replies of the developer. Steam has no stars: a recommendation counts as 5 of 5, and its opposite as 1. The score is ' +
    'computed as the share of recommendations, times 5. No key is needed.',
  caps: { order: 'newest', paging: 'cursor', ownerReply: true },
  urls: [/^https?:\/\/(?:store\.steampowered|steamcommunity)\.com\/app\/(?<id>\d{1,10})/i],
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

function rowsOf({ response }: Body): readonly Row[] | null {
  if (typeof response !== 'object' || response === null) return null;
  if (Object.keys(response).length === 0) throw notFound(meta, 'app with this URL');
  return response.reviews ?? [];
}

function figuresOf({ response }: Body): { score: number | null; reviews: number | null } {
  const reviews = parseCount(response?.query_summary?.total_reviews);
  const positive = parseCount(response?.query_summary?.total_positive);
  const score = reviews && positive !== null ? (5 * positive) / reviews : null;
  return { score, reviews };
}

/** Returns the name of an app, or null if the store does not tell it now. The reviews are there without it. */
async function nameOf(id: string, ctx: Ctx): Promise<unknown> {
  const request = { url: DETAILS, query: { appids: id, filters: 'basic', l: 'english' } };
  try {
    const apps = await readJson<Record<string, { data?: { name?: string } }>>(meta, request, ctx);
    return apps[id]?.data?.name ?? null;
  } catch (error) {
    if (error instanceof CrawlError) return null;
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

function detailsOf(row: Row): Record<string, unknown> {
  const minutes = row.author?.playtime_at_review ?? row.author?.playtime_forever;
  return {
    raw_rating: typeof row.voted_up === 'boolean' ? (row.voted_up ? 'recommended' : 'not_recommended') : null,
    helpful_votes: row.votes_up || null,
    hours_played: typeof minutes === 'number' ? Math.round(minutes / 6) / 10 : null,
    received_for_free: row.received_for_free || null,
    refunded: row.refunded || null,
    early_access: row.written_during_early_access || null,
  };
}

const platform = jsonPlatform<AppKey, string, Body, Row>({
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
    const cursor = body.response?.cursor;
    const isUsable = typeof cursor === 'string' && cursor !== '' && cursor.length <= MAX_CURSOR;
    return count > 0 && isUsable && cursor !== (request.cursor ?? FIRST_CURSOR) ? cursor : null;
  },

  figures: figuresOf,

  review: (row, { key }) => ({
    id: row.recommendationid,
    text: withoutMarks(row.review),
    url: row.author?.steamid
      ? `https://steamcommunity.com/profiles/${row.author.steamid}/recommended/${key.id}/`
      : null,
    rating: typeof row.voted_up === 'boolean' ? (row.voted_up ? 5 : 1) : null,
    date: row.timestamp_created,
    language: LANGUAGES.get(row.language ?? ''),
    reply: { text: withoutMarks(row.developer_response), date: row.timestamp_dev_responded },
    verified: row.steam_purchase === true,
    additional: detailsOf(row),
  }),
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
