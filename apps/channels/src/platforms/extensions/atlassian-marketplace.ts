import { platformMeta } from '../builders/platform-meta';
import { readJson } from '../builders/api-request';
import { notFound } from '../builders/api-errors';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import type { ProfileKey } from '../platform';

interface Row {
  id?: string | number;
  _links?: { self?: { href?: string } };
  stars?: number;
  review?: string;
  date?: string;
  helpfulVotes?: number;
  hosting?: string;
  _embedded?: {
    author?: { name?: string };
    response?: { text?: string; date?: string };
  };
}

interface Body {
  count?: number;
  averageStars?: number;
  _embedded?: { reviews?: Row[] };
}

interface App {
  id?: string | number;
  key?: string;
  name?: string;
}

const ORIGIN = 'https://marketplace.atlassian.com';
const API = `${ORIGIN}/rest/2/addons`;
const PAGE_SIZE = 50;

const meta = platformMeta({
  typeId: 19,
  slug: 'atlassian_marketplace',
  label: 'Atlassian Marketplace',
  aliases: ['atlassian', 'jira_marketplace', 'confluence_marketplace'],
  category: 'extensions',
  logo: ['A', '#0052cc'],
  method: 'url',
  ratingScale: 4,
  hosts: ['marketplace.atlassian.com'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/apps/1234567/acme-notes-for-jira`,
  instructions:
    'Paste the URL of your app in the Atlassian Marketplace, with its number and its name. All its reviews are read, with ' +
    'the responses of the vendor and the official score. The scale has four stars. No key is needed.',
  caps: { order: 'newest', paging: 'number', ownerReply: true },
  urls: [
    /^https?:\/\/marketplace\.atlassian\.com\/apps\/(?<id>\d{1,12})\/(?<name>[\w.-]{1,200})/i,
    /^https?:\/\/marketplace\.atlassian\.com\/plugins\/(?<key>[\w.-]+)/i,
  ],
  maxPages: 1_000,
});

/**
 * Returns the app with the number of a URL. The API knows apps by their key only, so this searches for the name in the URL.
 * Throws NOT_FOUND.
 */
async function findApp({ id = '', name = '' }: ProfileKey, ctx: Ctx): Promise<App & { key: string }> {
  const query = { text: name.replaceAll('-', ' '), limit: PAGE_SIZE };
  const body = await readJson<{ _embedded?: { addons?: App[] } }>(meta, { url: API, query }, ctx);
  const addons = body._embedded?.addons;
  const app = Array.isArray(addons) ? addons.find((addon) => String(addon?.id) === id) : undefined;
  if (typeof app?.key !== 'string') throw notFound(meta, `app ${id} with the name "${name}"`);
  return { ...app, key: app.key };
}

const reviewsUrl = (key: string): string => `${API}/${encodeURIComponent(key)}/reviews`;

export const atlassianMarketplace = jsonPlatform<ProfileKey, number, Body, Row>({
  meta,

  identityOf: ({ key = '' }) => key.toLowerCase(),

  errorOf: ({ status }) =>
    status === 410
      ? new CrawlError(
          'SOURCE_RETIRED',
          'Atlassian no longer offers the reviews of its Marketplace to other programs. Contact support.',
        )
      : null,

  async about(given, _config, ctx) {
    const app: App & { key: string } =
      given['key'] === undefined ? await findApp(given, ctx) : { key: given['key'] };
    const query = { sort: 'recent', limit: 1, offset: 0 };
    const body = await readJson<Body>(meta, { url: reviewsUrl(app.key), query }, ctx);
    return {
      key: { key: app.key },
      name: app.name ?? app.key,
      url: app.id === undefined ? `${ORIGIN}/plugins/${app.key}` : `${ORIGIN}/apps/${app.id}`,
      score: body.averageStars,
      reviews: body.count,
    };
  },

  request: ({ key, cursor }) => ({
    url: reviewsUrl(key['key'] ?? ''),
    query: { sort: 'recent', limit: PAGE_SIZE, offset: cursor ?? 0 },
  }),

  // An app without reviews has no list of them.
  rows: ({ count, _embedded }) => _embedded?.reviews ?? (count === 0 ? [] : null),

  next: ({ count, request }) => (count === PAGE_SIZE ? (request.cursor ?? 0) + PAGE_SIZE : null),

  figures: ({ averageStars, count }) => ({ score: averageStars, reviews: count }),

  review: ({ id, _links, stars, review, date, helpfulVotes, hosting, _embedded }) => ({
    id: id ?? _links?.self?.href?.split('/').at(-1),
    author: _embedded?.author?.name,
    text: review,
    rating: stars,
    date,
    reply: _embedded?.response ? { text: _embedded.response.text, date: _embedded.response.date } : null,
    additional: { hosting, helpful_votes: helpfulVotes || null },
  }),
});
