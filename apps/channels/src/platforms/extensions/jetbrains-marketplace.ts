import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { parseCount, parseDecimal } from '../../normalise/numbers';
import { readJson } from '../builders/api-request';
import { jsonPlatform } from '../builders/json-platform';

interface Row {
  id?: number | string;
  /** Milliseconds of Unix time. */
  cdate?: string | number;
  comment?: string;
  rating?: number;
  author?: { name?: string; link?: string; icon?: string };
  markedAsSpam?: boolean;
  votes?: { positive?: number };
  /** Only replies have it. */
  parentId?: number;
}

interface Plugin {
  name?: string;
  link?: string;
}

interface Ratings {
  meanRating?: number;
  /** The number of ratings of 1 to 5 stars. */
  votes?: Readonly<Record<string, number>>;
}

const ORIGIN = 'https://plugins.jetbrains.com';
const PAGE_SIZE = 50;
/** The score on the page of a plugin contains the mean of all plugins, weighted like this many ratings. */
const PRIOR_VOTES = 2;

const meta = platformMeta({
  typeId: 18,
  slug: 'jetbrains_marketplace',
  label: 'JetBrains Marketplace',
  aliases: ['jetbrains', 'jetbrains_plugins', 'intellij'],
  category: 'extensions',
  logo: ['J', '#fe2857'],
  method: 'url',
  hosts: ['plugins.jetbrains.com'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/plugin/12345-acme-notes`,
  instructions:
    'Paste the URL of your plugin in the JetBrains Marketplace. All its reviews are read, with the official score. ' +
    'Replies to reviews are not read. No key is needed.',
  caps: { order: 'none', paging: 'number' },
  urls: [/^https?:\/\/plugins\.jetbrains\.com\/plugin\/(?<id>\d+)(?:-[\w-]*)?/i],
  maxPages: 1_000,
});

/** Returns the score as the page of the plugin shows it. Without ratings, there is none. */
function figuresOf({ votes, meanRating }: Ratings): { score: number | null; reviews: number } {
  const stars = [1, 2, 3, 4, 5].map((value) => ({ value, count: parseCount(votes?.[value]) ?? 0 }));
  const reviews = stars.reduce((sum, { count }) => sum + count, 0);
  const sum = stars.reduce((total, { value, count }) => total + value * count, 0);
  const mean = parseDecimal(meanRating);
  if (reviews === 0) return { score: null, reviews };
  if (mean === null) return { score: sum / reviews, reviews };
  return { score: (sum + PRIOR_VOTES * mean) / (reviews + PRIOR_VOTES), reviews };
}

export const jetbrainsMarketplace = jsonPlatform<{ id: string }, number, Row[], Row>({
  meta,
  base: ORIGIN,

  async about({ id }, _config, ctx) {
    const plugin = await readJson<Plugin>(meta, { url: `${ORIGIN}/api/plugins/${id}` }, ctx);
    const ratings = await readJson<Ratings>(meta, { url: `${ORIGIN}/api/plugins/${id}/rating` }, ctx);
    return {
      name: plugin.name,
      url: webUrl(plugin.link, ORIGIN) ?? `${ORIGIN}/plugin/${id}`,
      ...figuresOf(ratings),
    };
  },

  request: ({ key, cursor }) => ({
    url: `${ORIGIN}/api/plugins/${key.id}/comments`,
    query: { size: PAGE_SIZE, page: cursor ?? 1 },
  }),

  rows: (body) => body,

  next: ({ count, request }) => (count === PAGE_SIZE ? (request.cursor ?? 1) + 1 : null),

  review({ id, cdate, comment, rating, author, markedAsSpam, votes, parentId }) {
    if (typeof parentId === 'number') return null;
    return {
      id,
      author: author?.name,
      authorImage: author?.icon,
      authorUrl: author?.link,
      text: comment,
      rating,
      date: cdate,
      removed: markedAsSpam === true,
      additional: { helpful_votes: votes?.positive || null },
    };
  },
});
