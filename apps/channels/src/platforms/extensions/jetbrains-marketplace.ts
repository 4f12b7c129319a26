import { webUrl } from '@plaudit/runtime/content';
import { readJson } from '../builders/api-request';
import { combinedFigures } from '../builders/combined-figures';
import { numberAt, valueAt, votesAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

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
  proof: { kind: 'recording', year: 2023 },
  hosts: ['plugins.jetbrains.com'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/plugin/12345-acme-notes`,
  instructions:
    'Paste the URL of your plugin in the JetBrains Marketplace. All its reviews are read, with the official score. ' +
    'Replies to reviews are not read. No key is needed.',
  caps: { order: 'none', paging: 'number', fullHistory: true },
  urls: [/^https?:\/\/plugins\.jetbrains\.com\/plugin\/(?<id>\d+)(?:-[\w-]*)?/i],
  maxPages: 1_000,
});

/** Returns the score as the page of the plugin shows it. Without ratings, there is none. */
function figuresOf(ratings: object): { score: number | null; reviews: number } {
  const stars = [1, 2, 3, 4, 5].map((score) => ({ score, reviews: valueAt(ratings, `votes.${score}`) }));
  const prior = { score: valueAt(ratings, 'meanRating'), reviews: PRIOR_VOTES };
  const { reviews } = combinedFigures(stars);
  return { score: reviews === 0 ? null : combinedFigures([...stars, prior]).score, reviews };
}

export const jetbrainsMarketplace = jsonPlatform<{ id: string }, number>({
  meta,
  base: ORIGIN,

  async about({ id }, _config, ctx) {
    const url = `${ORIGIN}/api/plugins/${id}`;
    const plugin = await readJson(meta, { url }, ctx);
    const ratings = await readJson(meta, { url: `${url}/rating` }, ctx);
    return {
      name: valueAt(plugin, 'name'),
      url: webUrl(valueAt(plugin, 'link'), ORIGIN) ?? `${ORIGIN}/plugin/${id}`,
      ...figuresOf(ratings),
    };
  },

  request: ({ key, cursor }) => ({
    url: `${ORIGIN}/api/plugins/${key.id}/comments`,
    query: { size: PAGE_SIZE, page: cursor ?? 1 },
  }),

  rows: '',
  next: nextPage({ size: PAGE_SIZE }),

  review: {
    // Only replies have a parent.
    skip: (row) => numberAt(row, 'parentId') !== null,
    id: 'id',
    author: 'author.name',
    authorImage: 'author.icon',
    authorUrl: 'author.link',
    text: 'comment',
    rating: 'rating',
    // Milliseconds of Unix time.
    date: 'cdate',
    removed: 'markedAsSpam',
    additional: { helpful_votes: votesAt('votes.positive') },
  },
});
