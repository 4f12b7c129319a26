import { platformMeta } from '../builders/platform-meta';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { type ApiRequest, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { About } from '../builders/json-spec';
import type { ChannelConfig, Platform } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';
import type { Candidate, Search } from '../search';
import {
  commonOf,
  type CommonRow,
  draftOfPage,
  type PageRow,
  readTrustpilotPage,
  SITE,
  type TrustpilotPage,
} from './trustpilot-site';

/** A business on Trustpilot, as the API describes it. */
interface BusinessUnit {
  id?: string;
  displayName?: string;
  name?: { identifying?: string };
  numberOfReviews?: { total?: number };
  score?: { trustScore?: number };
}

type KnownUnit = BusinessUnit & { id: string };

/** A review of the API. */
interface ApiRow extends CommonRow {
  stars?: number;
  createdAt?: string;
  companyReply?: { text?: string; createdAt?: string } | null;
  isVerified?: boolean;
  numberOfLikes?: number;
}

type TrustpilotRow = ApiRow | PageRow;

type DomainKey = Readonly<{ id: string }>;

const API = 'https://api.trustpilot.com/v1';
const PAGE_SIZE = 100;
/** Without a login, the site shows this many pages. */
const MAX_SITE_PAGES = 10;
const MAX_CANDIDATES = 5;
const MAX_DOMAIN = 253;

const meta = platformMeta({
  typeId: 22,
  slug: 'trustpilot',
  label: 'Trustpilot',
  category: 'companies',
  logo: ['T', '#00b67a'],
  method: 'url',
  hosts: ['www.trustpilot.com', 'api.trustpilot.com'],
  rate: { perSecond: 1, burst: 2, crawls: 2 },
  apiHosts: ['api.trustpilot.com'],
  operatorKey: 'TRUSTPILOT_API_KEY',
  optional: ['access_token'],
  urlExample: 'https://www.trustpilot.com/review/acme.example',
  instructions:
    'Paste the URL of your company on Trustpilot. To read all reviews, create an API key in Trustpilot Business under ' +
    'Integrations and send it as access_token. Without a key of yours or of this installation, the newest 200 reviews are read ' +
    'from the public page, which Trustpilot often refuses to automated access.',
  caps: { order: 'newest', paging: 'number', fullHistory: false, ownerReply: true },
  urls: [/^https?:\/\/(?:[a-z]{2}(?:-[a-z]{2})?\.|www\.)?trustpilot\.com\/review\/(?<id>[^/?#]{1,253})/i],
  maxPages: 5_000,
});

function siteUrl(domain: string): string {
  return `${SITE}/review/${encodeURIComponent(domain)}`;
}

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
async function findUnit(name: string, key: string, ctx: Ctx): Promise<KnownUnit> {
  const unit = await readJson<BusinessUnit>(meta, apiRequest('/business-units/find', key, { name }), ctx);
  const { id } = unit;
  if (typeof id !== 'string' || !/^[0-9a-z]{1,64}$/i.test(id)) throw layoutChanged(meta);
  return { ...unit, id };
}

/** The business of a crawl, so that its id is requested once and not for each page. */
const units = new WeakMap<Ctx, Promise<KnownUnit>>();

function unitOf({ id }: DomainKey, key: string, ctx: Ctx): Promise<KnownUnit> {
  const unit = units.get(ctx) ?? findUnit(id, key, ctx);
  units.set(ctx, unit);
  return unit;
}

async function readSite({ id }: DomainKey, page: number, ctx: Ctx<TrustpilotPage>): Promise<TrustpilotPage> {
  const response = await ctx.http.get(siteUrl(id), {
    query: { languages: 'all', sort: 'recency', page: page === 1 ? undefined : page },
    accept: 'html',
  });
  return ctx.read(response);
}

/** Reads the profile with the API, or else from the site. */
async function readProfile(
  key: DomainKey,
  config: ChannelConfig,
  ctx: Ctx<TrustpilotPage>,
): Promise<About<DomainKey>> {
  const apiKey = await apiKeyOf(config, ctx);
  const url = siteUrl(key.id);
  if (apiKey === null) return { url, ...figuresOf(await readSite(key, 1, ctx)) };
  const { displayName, score, numberOfReviews } = await unitOf(key, apiKey, ctx);
  return { url, name: displayName, score: score?.trustScore, reviews: numberOfReviews?.total };
}

function figuresOf({ name, trustScore, numberOfReviews }: TrustpilotPage): About<DomainKey> {
  return { name, score: trustScore, reviews: numberOfReviews };
}

function draftOfApi(row: ApiRow): ReviewDraft {
  const { stars, createdAt, companyReply, isVerified, numberOfLikes } = row;
  return {
    ...commonOf(row),
    rating: stars,
    date: createdAt,
    reply: companyReply ? { text: companyReply.text, date: companyReply.createdAt } : null,
    verified: isVerified === true,
    additional: { likes: numberOfLikes || null },
  };
}

function candidateOf(unit: BusinessUnit | null): Candidate | null {
  const { displayName, name, score, numberOfReviews } = unit ?? {};
  const domain = name?.identifying;
  if (typeof domain !== 'string' || domain === '' || domain.length > MAX_DOMAIN) return null;
  const found = { name: collectedLine(displayName, 191) || domain, address: null };
  const trustScore = parseDecimal(score?.trustScore);
  return {
    ...found,
    url: siteUrl(domain),
    score: trustScore === null ? null : roundScore(trustScore),
    reviews: parseCount(numberOfReviews?.total),
  };
}

/** Looks up a domain, or searches for a name. */
async function searchUnits({ name, country }: Search, ctx: Ctx): Promise<readonly (BusinessUnit | null)[]> {
  const key = ctx.operatorKey();
  if (/^[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/.test(name)) return [await findUnit(name.toLowerCase(), key, ctx)];
  const query = { query: name, country: country?.toUpperCase(), perPage: MAX_CANDIDATES };
  const request = apiRequest('/business-units/search', key, query);
  const { businessUnits } = await readJson<{ businessUnits?: BusinessUnit[] }>(meta, request, ctx);
  return Array.isArray(businessUnits) ? businessUnits.slice(0, MAX_CANDIDATES) : [];
}

const base = jsonPlatform<DomainKey, number, { reviews?: ApiRow[] }, TrustpilotRow>({
  meta,

  keyOfUrl({ id = '' }) {
    try {
      return { id: decodeURIComponent(id).toLowerCase() };
    } catch {
      return null;
    }
  },

  identityOf: ({ id }) => id.replace(/^www\./, ''),

  errorOf({ status, body }) {
    // The site refuses with a page, the API with JSON.
    if (status !== 401 && (status !== 403 || body === undefined)) return null;
    return new CrawlError(
      'CREDENTIALS_INVALID',
      'Trustpilot does not accept the API key. Check access_token, or the key of this installation.',
    );
  },

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
    const { name = key.id, ...about } = await readProfile(key, config, ctx as Ctx<TrustpilotPage>);
    return { name, ...about };
  },

  async request({ key, config, cursor }, ctx) {
    const apiKey = (await apiKeyOf(config, ctx)) ?? '';
    const { id } = await unitOf(key, apiKey, ctx);
    const path = `/business-units/${id}/reviews`;
    return apiRequest(path, apiKey, { page: cursor ?? 1, perPage: PAGE_SIZE, orderBy: 'createdat.desc' });
  },

  rows: ({ reviews }) => reviews,

  next: ({ count, request }) => (count === PAGE_SIZE ? (request.cursor ?? 1) + 1 : null),

  review: (row) => ('stars' in row ? draftOfApi(row) : draftOfPage(row)),

  base: SITE,
});

export const trustpilot: Platform<DomainKey, number, unknown, TrustpilotPage> = {
  ...base,

  read: readTrustpilotPage,

  async fetchPage(request, ctx) {
    const { key, config, cursor } = request;
    if ((await apiKeyOf(config, ctx)) !== null) return base.fetchPage(request, ctx);
    const page = cursor ?? 1;
    const { reviews, pages } = await readSite(key, page, ctx);
    const rows = reviews.map((row) => ({ row, key, partition: '' }));
    return { rows, next: page < Math.min(pages, MAX_SITE_PAGES) ? page + 1 : null };
  },
};
