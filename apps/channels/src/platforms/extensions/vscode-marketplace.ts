import { layoutChanged, notFound } from '../builders/api-errors';
import { elementsAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { cursorOfLast } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

type ExtensionKey = { publisher: string; name: string };

const ORIGIN = 'https://marketplace.visualstudio.com';
const API = `${ORIGIN}/_apis/public/gallery`;
/** Leaves out ratings without a text. */
const WITH_TEXT = 1;
/** The criterion "full name of the extension". */
const BY_NAME = 7;
/** Asks for the statistics, besides what the page of an extension shows. */
const QUERY_FLAGS = 914;
/** Most answers leave out the statistics, so they are requested this often. */
const MAX_QUERIES = 3;
/** Statistics that are searched. An extension has some twenty. */
const MAX_STATISTICS = 200;

const meta = platformMeta({
  typeId: 16,
  slug: 'vscode_marketplace',
  label: 'Visual Studio Marketplace',
  aliases: ['vscode', 'visual_studio_marketplace', 'vs_marketplace'],
  category: 'extensions',
  logo: ['V', '#0078d4'],
  method: 'url',
  proof: { kind: 'specification' },
  hosts: ['marketplace.visualstudio.com'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/items?itemName=acme.notes`,
  instructions:
    'Paste the URL of your extension in the Visual Studio Marketplace. All reviews with a text are read, with the ' +
    'replies of the publisher and the official score. Ratings without a text count in the score only. No key is needed.',
  caps: { order: 'updated', paging: 'cursor', fullHistory: true, ownerReply: true, plain: true },
  urls: [
    /^https?:\/\/marketplace\.visualstudio\.com\/items\/?\?(?:[^#]*&)?itemName=(?<publisher>[\w-]+)\.(?<name>[\w.-]+)/i,
  ],
  maxPages: 1_000,
});

const fullName = ({ publisher, name }: ExtensionKey): string => `${publisher}.${name}`;

/** Reads an extension, again if its statistics are missing. They may still be missing then. */
async function readExtension(key: ExtensionKey, read: Read): Promise<unknown> {
  const criteria = [{ filterType: BY_NAME, value: fullName(key) }];
  const json = { filters: [{ criteria, pageNumber: 1, pageSize: 1 }], flags: QUERY_FLAGS };
  for (let queries = 1; ; queries++) {
    const found = valueAt(await read({ url: `${API}/extensionquery`, json }), 'results.0.extensions');
    if (!Array.isArray(found)) throw layoutChanged(meta);
    const extension: unknown = found[0];
    if (!extension) throw notFound(meta, `extension ${fullName(key)}`);
    if (Array.isArray(valueAt(extension, 'statistics')) || queries === MAX_QUERIES) return extension;
  }
}

/** Returns a statistic. Without it, returns undefined: a missing figure is unknown and not 0. */
function statisticOf(extension: unknown, name: string): unknown {
  const statistics = elementsAt(extension, 'statistics', MAX_STATISTICS);
  const found = statistics.find((statistic) => valueAt(statistic, 'statisticName') === name);
  return valueAt(found, 'value');
}

export const vscodeMarketplace = jsonPlatform<ExtensionKey, string>({
  meta,
  headers: () => ({ accept: 'application/json;api-version=7.1-preview.1' }),

  // The marketplace finds an extension by its name in any case.
  identityOf: (key) => fullName(key).toLowerCase(),

  async about(key, _config, _ctx, read) {
    const extension = await readExtension(key, read);
    return {
      name: valueAt(extension, 'displayName') ?? fullName(key),
      url: `${ORIGIN}/items?itemName=${fullName(key)}`,
      score: statisticOf(extension, 'averagerating'),
      reviews: statisticOf(extension, 'ratingcount'),
    };
  },

  request: ({ key, cursor }) => ({
    url: `${API}/publishers/${key.publisher}/extensions/${key.name}/reviews`,
    query: { count: 100, filterOptions: WITH_TEXT, beforeDate: cursor ?? undefined },
  }),

  rows: 'reviews',

  // The next page has the reviews before the last one of this page.
  next: cursorOfLast('reviews', 'updatedDate', { more: 'hasMoreReviews' }),

  review: {
    id: 'id',
    author: 'userDisplayName',
    title: 'title',
    text: 'text',
    rating: 'rating',
    date: 'updatedDate',
    reply: { text: 'reply.replyText', date: 'reply.updatedDate', hidden: 'reply.isDeleted' },
    removed: 'isDeleted',
    additional: { version: 'productVersion' },
  },
});
