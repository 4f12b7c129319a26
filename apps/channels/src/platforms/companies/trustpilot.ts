import { parseDecimal, roundScore } from '../../normalise/numbers';
import { layoutChanged } from '../builders/api-errors';
import { type ApiRequest, readJson } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt, votesAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import type { ChannelConfig, Platform } from '../platform';
import { type Candidate, type Search, toCandidate } from '../search';
import { readPage, readSite, SITE, siteLink, siteUrl, type TrustpilotPage } from './trustpilot-site';

type DomainKey = Readonly<{ id: string }>;

const API = 'https://api.trustpilot.com/v1/business-units';
const PAGE_SIZE = 100;
const MAX_CANDIDATES = 5;
/** What a domain may consist of. A URL cannot contain half of a surrogate pair. */
const DOMAIN = /^\P{Surrogate}{1,253}$/u;
/** Where the API, and then the site, has the figures of a business. */
const SCORE = ['score.trustScore', 'trustScore'];
const REVIEWS = ['numberOfReviews.total', 'numberOfReviews'];
const REFUSED = {
  CREDENTIALS_INVALID:
    'Trustpilot does not accept the API key. Check access_token, or the key of this installation.',
};

const meta = platformMeta({
  typeId: 22,
  slug: 'trustpilot',
  label: 'Trustpilot',
  category: 'companies',
  logo: ['T', '#00b67a'],
  method: 'url',
  proof: { kind: 'recording', year: 2026 },
  hosts: ['www.trustpilot.com', 'api.trustpilot.com'],
  rate: { perSecond: 1, burst: 2, crawls: 2 },
  apiHosts: ['api.trustpilot.com'],
  operatorKey: 'TRUSTPILOT_API_KEY',
  optional: ['access_token'],
  urlExample: 'https://www.trustpilot.com/review/acme.example',
  instructions:
    'Paste the URL of your company on Trustpilot. To read all reviews, create an API key in Trustpilot Business under ' +
    'Integrations and paste it as the access key. Without a key of yours or of this installation, the newest 200 reviews are ' +
    'read from the public page, which Trustpilot often refuses to automated access.',
  caps: { order: 'newest', paging: 'number', fullHistory: 'counted', ownerReply: true, plain: true },
  urls: [
    /^https?:\/\/(?:[a-z]{2}(?:-[a-z]{2})?\.|www\.)?trustpilot\.com\/(?:review|evaluate)\/(?<id>[^/?#]{1,253})/i,
  ],
  maxPages: 5_000,
});

/** Returns the key of the API: the customer's, or else the operator's. Returns null if there is none. */
async function apiKeyOf({ accessToken }: ChannelConfig, ctx: Ctx): Promise<string | null> {
  if (accessToken !== undefined) return ctx.token();
  try {
    return ctx.operatorKey();
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'AUTH_MISSING') return null;
    throw error;
  }
}

function apiRequest(path: string, key: string, query: NonNullable<ApiRequest['query']>): ApiRequest {
  return { url: `${API}${path}`, headers: { apikey: key }, query };
}

/** Returns the business with a domain. Throws NOT_FOUND, and LAYOUT_CHANGED for one without an id that can be requested. */
async function findUnit(name: string, key: string, ctx: Ctx): Promise<JsonObject> {
  const unit = await readJson<JsonObject>(meta, apiRequest('/find', key, { name }), ctx);
  if (!/^[0-9a-z]{1,64}$/i.test(textAt(unit, 'id'))) throw layoutChanged(meta);
  return unit;
}

/** The business of a crawl, so that its id is requested once and not for each page. */
const units = new WeakMap<Ctx, Promise<JsonObject>>();

function unitOf({ id }: DomainKey, key: string, ctx: Ctx): Promise<JsonObject> {
  const unit = units.get(ctx) ?? findUnit(id, key, ctx);
  units.set(ctx, unit);
  return unit;
}

function candidateOf(unit: unknown): Candidate | null {
  const domain = textAt(unit, 'name.identifying');
  if (!DOMAIN.test(domain)) return null;
  const score = parseDecimal(valueAt(unit, SCORE));
  const found = {
    url: siteUrl(domain),
    name: valueAt(unit, 'displayName'),
    score: score === null ? null : roundScore(score),
    reviews: valueAt(unit, REVIEWS),
  };
  return toCandidate(found, domain);
}

/** Looks up a domain, or searches for a name. */
async function searchUnits({ name, country }: Search, ctx: Ctx): Promise<readonly unknown[]> {
  const key = ctx.operatorKey();
  if (/^[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/.test(name)) return [await findUnit(name.toLowerCase(), key, ctx)];
  const query = { query: name, country: country?.toUpperCase(), perPage: MAX_CANDIDATES };
  const answer = await readJson(meta, apiRequest('/search', key, query), ctx);
  return elementsAt(answer, 'businessUnits', MAX_CANDIDATES);
}

const base = jsonPlatform<DomainKey, number>({
  meta,
  errors: { 401: REFUSED },
  // The site refuses with a page, the API with JSON.
  errorOf: ({ status, body }) => (status === 403 && body !== undefined ? REFUSED : null),

  keyOfUrl({ id = '' }) {
    try {
      return { id: decodeURIComponent(id).toLowerCase() };
    } catch {
      return null;
    }
  },

  identityOf: ({ id }) => id.replace(/^www\./, ''),

  async discover(search, ctx) {
    try {
      const found = await searchUnits(search, ctx);
      return found.map(candidateOf).filter((candidate) => candidate !== null);
    } catch (error) {
      if (error instanceof CrawlError && error.code === 'NOT_FOUND') return [];
      throw error;
    }
  },

  async about(key, config, ctx) {
    const apiKey = await apiKeyOf(config, ctx);
    const unit =
      apiKey === null
        ? (await readSite(key.id, 1, ctx as Ctx<TrustpilotPage>)).unit
        : await unitOf(key, apiKey, ctx);
    return {
      name: valueAt(unit, 'displayName') ?? key.id,
      url: siteUrl(key.id),
      score: valueAt(unit, SCORE),
      reviews: valueAt(unit, REVIEWS),
    };
  },

  async request({ key, config, cursor }, ctx) {
    const apiKey = (await apiKeyOf(config, ctx)) ?? '';
    const path = `/${textAt(await unitOf(key, apiKey, ctx), 'id')}/reviews`;
    return apiRequest(path, apiKey, { page: cursor ?? 1, perPage: PAGE_SIZE, orderBy: 'createdat.desc' });
  },

  rows: 'reviews',
  next: nextPage({ size: PAGE_SIZE }),

  // Of two paths, the first is that of the API and the second that of the site.
  review: {
    // The site also has reviews that Trustpilot does not show yet or no longer. `pending` is a name on older pages.
    skip: ({ filtered, isPending, pending }) => [filtered, isPending, pending].includes(true),
    id: 'id',
    author: 'consumer.displayName',
    authorImage: 'consumer.imageUrl',
    authorUrl: siteLink('users', 'consumer.id'),
    title: 'title',
    text: 'text',
    url: siteLink('reviews', 'id'),
    language: 'language',
    rating: ['stars', 'rating'],
    date: ['createdAt', 'dates.publishedDate'],
    reply: {
      text: ['companyReply.text', 'reply.message'],
      date: ['companyReply.createdAt', 'reply.publishedDate'],
    },
    verified: ['isVerified', 'labels.verification.isVerified'],
    additional: { likes: votesAt(['numberOfLikes', 'likes']) },
  },

  base: SITE,
});

export const trustpilot: Platform<DomainKey, number, unknown, TrustpilotPage> = {
  ...base,

  read: readPage,

  async fetchPage(request, ctx) {
    const { key, config, cursor } = request;
    if ((await apiKeyOf(config, ctx)) !== null) return base.fetchPage(request, ctx);
    const page = cursor ?? 1;
    const { reviews, pages } = await readSite(key.id, page, ctx);
    const rows = reviews.map((row) => ({ row, key, partition: '' }));
    return { rows, next: page < pages ? page + 1 : null };
  },
};
