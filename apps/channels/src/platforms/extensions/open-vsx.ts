import { notFound } from '../builders/api-errors';
import { type JsonObject, textAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { onePage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

type ExtensionKey = { namespace: string; name: string };

interface Body {
  /** Set instead of the rest if the registry does not have the extension. */
  error?: unknown;
  reviews?: JsonObject[];
}

const ORIGIN = 'https://open-vsx.org';

const meta = platformMeta({
  typeId: 17,
  slug: 'open_vsx',
  label: 'Open VSX',
  aliases: ['openvsx', 'open_vsx_registry'],
  category: 'extensions',
  logo: ['O', '#a60ee5'],
  method: 'url',
  proof: { kind: 'recording' },
  hosts: ['open-vsx.org'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/extension/acme/notes`,
  instructions:
    'Paste the URL of your extension in the Open VSX Registry. All its reviews are read, with the official score and ' +
    'review count. No key is needed. Open VSX has no replies of publishers.',
  caps: { order: 'none', paging: 'none', fullHistory: true, plain: true },
  urls: [/^https?:\/\/(?:www\.)?open-vsx\.org\/extension\/(?<namespace>[\w-]+)\/(?<name>[\w.-]+)/i],
});

const apiOf = ({ namespace, name }: ExtensionKey): string => `${ORIGIN}/api/${namespace}/${name}`;

export const openVsx = jsonPlatform<ExtensionKey, never, Body>({
  meta,

  // The registry finds an extension by its name in any case.
  identityOf: ({ namespace, name }) => `${namespace}.${name}`.toLowerCase(),

  about: {
    request: (key) => ({ url: apiOf(key) }),
    key({ error }, key) {
      if (error !== undefined) throw notFound(meta, `extension ${key.namespace}.${key.name}`);
      return key;
    },
    name: (extension, { name }) => valueAt(extension, ['displayName', 'name']) ?? name,
    url: ({ namespace, name }) => `${ORIGIN}/extension/${namespace}/${name}`,
    score: 'averageRating',
    reviews: 'reviewCount',
  },

  request: ({ key }) => ({ url: `${apiOf(key)}/reviews` }),

  rows({ error, reviews }) {
    if (error !== undefined) throw notFound(meta, 'such extension');
    return reviews;
  },
  next: onePage,

  review: {
    // A user has at most one review of an extension, and reviews have no id.
    id(row) {
      const login = textAt(row, 'user.loginName');
      return login && `${textAt(row, 'user.provider')}/${login}`;
    },
    author: ['user.fullName', 'user.loginName'],
    authorImage: 'user.avatarUrl',
    authorUrl: 'user.homepage',
    title: 'title',
    text: 'comment',
    rating: 'rating',
    date: 'timestamp',
  },
});
