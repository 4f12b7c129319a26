import { elementsAt, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { toCandidate } from '../search';

const API = 'https://addons.mozilla.org/api/v5';
const SITE = 'https://addons.mozilla.org/firefox/addon';
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
  proof: { kind: 'recording', year: 2020 },
  hosts: ['addons.mozilla.org'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${SITE}/acme-notes/`,
  instructions:
    'Paste the URL of your add-on on addons.mozilla.org. All reviews with a text are read, with the replies of the ' +
    'developer and the official score. Ratings without a text count in the score only. No key is needed.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, ownerReply: true },
  urls: [
    /^https?:\/\/addons\.mozilla\.org\/(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?\/)?(?:(?:firefox|android)\/)?addon\/(?<id>[^/?#]+)/i,
  ],
  maxPages: 2_000,
});

/** Returns the name of an add-on: a text, or its translation into the default language, or the first one there is. */
function nameOf(addon: unknown): unknown {
  const name = valueAt(addon, 'name');
  if (typeof name !== 'object' || name === null) return name;
  const locales = [textAt(addon, 'default_locale') || 'en-US', ...Object.keys(name)];
  const texts = locales.filter((locale) => locale !== '_default').map((locale) => textAt(name, locale));
  return texts.find((text) => text !== '');
}

const pageOf = (id: string): string => `${SITE}/${encodeURIComponent(id)}/`;

export const firefoxAddons = jsonPlatform<{ id: string }, number>({
  meta,

  // The API wants a login for an add-on that is disabled or not listed.
  errors: {
    401: { NOT_FOUND: 'Firefox Add-ons does not show this add-on to everybody. Publish it first.' },
  },

  keyOfUrl({ id = '' }) {
    try {
      return { id: decodeURIComponent(id) };
    } catch {
      // The encoding of the id, slug or GUID is broken.
      return null;
    }
  },

  identityOf: ({ id }) => id.toLowerCase(),

  about: {
    request: ({ id }) => ({ url: `${API}/addons/addon/${encodeURIComponent(id)}/` }),
    name: (addon, { id }) => nameOf(addon) ?? id,
    url: ({ id }) => pageOf(id),
    score: 'ratings.average',
    reviews: 'ratings.count',
  },

  request: ({ key, cursor }) => ({
    url: `${API}/ratings/rating/`,
    query: { addon: key.id, page: cursor ?? 1, page_size: 50, filter: 'without_empty_body' },
  }),

  rows: 'results',
  next: nextPage({ more: 'next' }),

  review: {
    skip: (row) => row['is_developer_reply'] === true,
    id: 'id',
    author: 'user.name',
    authorUrl: 'user.url',
    text: 'body',
    url: ({ id }, { key }) => (/^\d+$/.test(String(id)) ? `${pageOf(key.id)}reviews/${String(id)}/` : null),
    rating: 'score',
    date: 'created',
    reply: { text: 'reply.body', date: 'reply.created', hidden: 'reply.is_deleted' },
    removed: 'is_deleted',
    additional: { version: 'version.version' },
  },

  async discover({ name }, _ctx, read) {
    const query = { q: name.slice(0, MAX_QUERY), app: 'firefox', page_size: MAX_CANDIDATES };
    const body = await read({ url: `${API}/addons/search/`, query });
    return elementsAt(body, 'results', MAX_CANDIDATES).flatMap((addon) => {
      const slug = textAt(addon, 'slug');
      if (slug === '') return [];
      // Without ratings, the average is 0.
      const score = valueAt(addon, 'ratings.average') || null;
      const reviews = valueAt(addon, 'ratings.count');
      return toCandidate({ url: pageOf(slug), name: nameOf(addon), score, reviews }, slug);
    });
  },
});
