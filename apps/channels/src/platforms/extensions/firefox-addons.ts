import { platformMeta } from '../builders/platform-meta';
import { parseCount, parseDecimal } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';

interface Row {
  id?: number;
  body?: string;
  score?: number;
  created?: string;
  is_deleted?: boolean;
  is_developer_reply?: boolean;
  reply?: { body?: string; created?: string; is_deleted?: boolean };
  user?: { name?: string; url?: string };
  version?: { version?: string };
}

interface Body {
  next?: string;
  results?: Row[];
}

/** A text, or its translations by language. */
type Translated = string | Readonly<Record<string, unknown>>;

interface Addon {
  name?: Translated;
  default_locale?: string;
  url?: string;
  icon_url?: string;
  ratings?: { average?: number; count?: number };
}

const API = 'https://addons.mozilla.org/api/v5';
const SITE = 'https://addons.mozilla.org/firefox/addon';
const PAGE_SIZE = 50;
const MAX_CANDIDATES = 5;
/** The longest query that the search accepts. */
const MAX_QUERY = 100;

const meta = platformMeta({
  typeId: 15,
  slug: 'firefox_addons',
  label: 'Firefox Add-ons',
  aliases: ['amo', 'mozilla_addons', 'firefox'],
  category: 'extensions',
  logo: ['F', '#ff7139'],
  method: 'url',
  hosts: ['addons.mozilla.org'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${SITE}/acme-notes/`,
  instructions:
    'Paste the URL of your add-on on addons.mozilla.org. All reviews with a text are read, with the replies of the ' +
    'developer and the official score. Ratings without a text count in the score only. No key is needed.',
  caps: { order: 'newest', paging: 'number', ownerReply: true },
  urls: [
    /^https?:\/\/addons\.mozilla\.org\/(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?\/)?(?:firefox|android)\/addon\/(?<id>[^/?#]+)/i,
  ],
  maxPages: 2_000,
});

/** Returns the text in the default language, or in the first one that has it. */
function translated(text: Translated | undefined, locale = 'en-US'): string | undefined {
  if (typeof text !== 'object' || text === null) return text;
  const texts = Object.entries(text).filter(([language]) => language !== '_default');
  const [first] = texts.map(([, value]) => value).filter((value) => typeof value === 'string');
  const preferred = text[locale];
  return typeof preferred === 'string' ? preferred : first;
}

/** Returns the id, slug or GUID of an add-on, or null if its encoding is broken. */
function decoded(id: string): string | null {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

export const firefoxAddons = jsonPlatform<{ id: string }, number, Body, Row>({
  meta,

  keyOfUrl({ id = '' }) {
    const name = decoded(id);
    return name === null ? null : { id: name };
  },

  identityOf: ({ id }) => id.toLowerCase(),

  // The API wants a login for an add-on that is disabled or not listed.
  errorOf: ({ status }) =>
    status === 401
      ? new CrawlError(
          'NOT_FOUND',
          'Firefox Add-ons does not show this add-on to everybody. Publish it first.',
        )
      : null,

  async about({ id }, _config, ctx) {
    const url = `${API}/addons/addon/${encodeURIComponent(id)}/`;
    const addon = await readJson<Addon>(meta, { url }, ctx);
    return {
      name: translated(addon.name, addon.default_locale) ?? id,
      url: `${SITE}/${encodeURIComponent(id)}/`,
      score: addon.ratings?.average,
      reviews: addon.ratings?.count,
    };
  },

  request: ({ key, cursor }) => ({
    url: `${API}/ratings/rating/`,
    query: { addon: key.id, page: cursor ?? 1, page_size: PAGE_SIZE, filter: 'without_empty_body' },
  }),

  rows: ({ results }) => results,

  next: ({ body, request }) => (typeof body.next === 'string' ? (request.cursor ?? 1) + 1 : null),

  review: (row, { key }) => {
    if (row.is_developer_reply === true) return null;
    const { id, body, score, created, reply, user, version } = row;
    return {
      id,
      author: user?.name,
      authorUrl: user?.url,
      text: body,
      url: id === undefined ? null : `${SITE}/${encodeURIComponent(key.id)}/reviews/${id}/`,
      rating: score,
      date: created,
      reply: reply && reply.is_deleted !== true ? { text: reply.body, date: reply.created } : null,
      removed: row.is_deleted === true,
      additional: { version: version?.version },
    };
  },

  async discover({ name }, ctx) {
    const query = { q: name.slice(0, MAX_QUERY), app: 'firefox', page_size: MAX_CANDIDATES };
    const body = await readJson<{ results?: (Addon & { slug?: string })[] }>(
      meta,
      { url: `${API}/addons/search/`, query },
      ctx,
    );
    const found = Array.isArray(body.results) ? body.results.slice(0, MAX_CANDIDATES) : [];
    return found.flatMap((addon) => {
      if (typeof addon?.slug !== 'string') return [];
      return {
        url: `${SITE}/${encodeURIComponent(addon.slug)}/`,
        name: collectedLine(translated(addon.name, addon.default_locale), 191) || addon.slug,
        address: null,
        score: parseDecimal(addon.ratings?.average) || null,
        reviews: parseCount(addon.ratings?.count),
      };
    });
  },
});
