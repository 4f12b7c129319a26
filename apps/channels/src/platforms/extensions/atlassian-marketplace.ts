import { notFound } from '../builders/api-errors';
import type { ApiRequest } from '../builders/api-request';
import {
  elementsAt,
  type JsonObject,
  numberAt,
  textAt,
  valueAt,
  votesAt,
  withFields,
} from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { nextOffset } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import type { ProfileKey } from '../platform';

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
  proof: { kind: 'specification' },
  ratingScale: 4,
  hosts: ['marketplace.atlassian.com'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/apps/1234567/acme-notes-for-jira`,
  instructions:
    'Paste the URL of your app in the Atlassian Marketplace, with its number and its name. All its reviews are read, with ' +
    'the responses of the vendor and the official score. Reviews have four stars at ' +
    'most, or five on apps that Atlassian has changed. No key is needed.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, ownerReply: true },
  urls: [
    /^https?:\/\/marketplace\.atlassian\.com\/apps\/(?<id>\d{1,12})\/(?<name>[\w.-]{1,200})/i,
    /^https?:\/\/marketplace\.atlassian\.com\/plugins\/(?<key>[\w.-]+)/i,
  ],
  maxPages: 1_000,
});

/**
 * Returns the app of a URL. The API knows apps by their key only. If the URL has a number instead, its name is searched for.
 * Throws NOT_FOUND.
 */
async function findApp({ key, id = '', name = '' }: ProfileKey, read: Read): Promise<unknown> {
  if (key !== undefined) return { key };
  const query = { text: name.replaceAll('-', ' '), limit: PAGE_SIZE };
  const found = elementsAt(await read({ url: API, query }), '_embedded.addons', PAGE_SIZE);
  const app = found.find((one) => String(valueAt(one, 'id')) === id);
  if (textAt(app, 'key') === '') throw notFound(meta, `app ${id} with the name "${name}"`);
  return app;
}

const reviewsOf = (key: string, limit: number, offset: number): ApiRequest => ({
  url: `${API}/${encodeURIComponent(key)}/reviews`,
  query: { sort: 'recent', limit, offset },
});

/** Returns 5 for an answer with more than four stars. Atlassian goes from four stars to five, and does not say which it sends. */
function scaleOf(body: object): number {
  const rows = elementsAt(body, '_embedded.reviews', PAGE_SIZE);
  const stars = [numberAt(body, 'averageStars'), ...rows.map((row) => numberAt(row, 'stars'))];
  return stars.some((one) => one !== null && one > meta.ratingScale && one <= 5) ? 5 : 4;
}

/** Returns the reviews of an answer, each with the scale of all. An app without reviews has no list of them. */
function rowsOf(body: JsonObject): unknown {
  const rows = valueAt(body, '_embedded.reviews') ?? (body['count'] === 0 ? [] : null);
  if (!Array.isArray(rows)) return rows;
  const scale = scaleOf(body);
  return withFields(rows, () => ({ scale }));
}

export const atlassianMarketplace = jsonPlatform<ProfileKey, number>({
  meta,

  errors: {
    410: {
      SOURCE_RETIRED:
        'Atlassian no longer offers these reviews to other programs. Import them from a CSV file.',
    },
  },

  identityOf: ({ key = '' }) => key.toLowerCase(),

  async about(named, _config, _ctx, read) {
    const app = await findApp(named, read);
    const key = textAt(app, 'key');
    const body = await read(reviewsOf(key, 1, 0));
    return {
      key: { key },
      name: valueAt(app, ['name', 'key']),
      url: named['id'] === undefined ? `${ORIGIN}/plugins/${key}` : `${ORIGIN}/apps/${named['id']}`,
      score: valueAt(body, 'averageStars'),
      scale: scaleOf(body),
      reviews: valueAt(body, 'count'),
    };
  },

  request: ({ key, cursor }) => reviewsOf(key['key'] ?? '', PAGE_SIZE, cursor ?? 0),

  rows: rowsOf,
  next: nextOffset({ size: PAGE_SIZE }),
  figures: { score: 'averageStars', scale: scaleOf, reviews: 'count' },

  review: {
    id: (row) => valueAt(row, 'id') ?? textAt(row, '_links.self.href').split('/').at(-1),
    author: '_embedded.author.name',
    text: 'review',
    rating: 'stars',
    scale: ({ scale }) => (scale === 5 ? 5 : undefined),
    date: 'date',
    reply: { text: '_embedded.response.text', date: '_embedded.response.date' },
    additional: {
      hosting: 'hosting',
      helpful_votes: votesAt('helpfulVotes'),
    },
  },
});
