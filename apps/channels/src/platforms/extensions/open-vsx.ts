import { platformMeta } from '../builders/platform-meta';
import { readJson } from '../builders/api-request';
import { notFound } from '../builders/api-errors';
import { jsonPlatform } from '../builders/json-platform';

interface Row {
  user?: { loginName?: string; fullName?: string; avatarUrl?: string; homepage?: string; provider?: string };
  timestamp?: string;
  title?: string;
  comment?: string;
  rating?: number;
}

interface Body {
  /** Set instead of the rest if the registry does not have the extension. */
  error?: string;
  reviews?: Row[];
}

interface Extension {
  error?: string;
  displayName?: string;
  name?: string;
  averageRating?: number;
  reviewCount?: number;
}

type ExtensionKey = { namespace: string; name: string };

const ORIGIN = 'https://open-vsx.org';

const meta = platformMeta({
  typeId: 17,
  slug: 'open_vsx',
  label: 'Open VSX',
  aliases: ['openvsx', 'open_vsx_registry'],
  category: 'extensions',
  logo: ['O', '#a60ee5'],
  method: 'url',
  hosts: ['open-vsx.org'],
  rate: { perSecond: 1, burst: 3, crawls: 2 },
  robots: 'api',
  urlExample: `${ORIGIN}/extension/acme/notes`,
  instructions:
    'Paste the URL of your extension in the Open VSX Registry. All its reviews are read, with the official score and ' +
    'review count. No key is needed. Open VSX has no replies of publishers.',
  caps: { order: 'none', paging: 'none' },
  urls: [/^https?:\/\/(?:www\.)?open-vsx\.org\/extension\/(?<namespace>[\w-]+)\/(?<name>[\w.-]+)/i],
});

const apiOf = ({ namespace, name }: ExtensionKey): string => `${ORIGIN}/api/${namespace}/${name}`;

export const openVsx = jsonPlatform<ExtensionKey, number, Body, Row>({
  meta,

  // The registry finds an extension by its name in any case.
  identityOf: ({ namespace, name }) => `${namespace}.${name}`.toLowerCase(),

  async about(key, _config, ctx) {
    const extension = await readJson<Extension>(meta, { url: apiOf(key) }, ctx);
    if (extension.error !== undefined) throw notFound(meta, `extension ${key.namespace}.${key.name}`);
    return {
      name: extension.displayName ?? extension.name ?? key.name,
      url: `${ORIGIN}/extension/${key.namespace}/${key.name}`,
      score: extension.averageRating,
      reviews: extension.reviewCount,
    };
  },

  request: ({ key }) => ({ url: `${apiOf(key)}/reviews` }),

  rows({ error, reviews }) {
    if (error !== undefined) throw notFound(meta, 'such extension');
    return reviews;
  },

  next: () => null,

  review: ({ user, timestamp, title, comment, rating }) => ({
    // A user has at most one review of an extension, and reviews have no id.
    id: user?.loginName ? `${user.provider ?? ''}/${user.loginName}` : '',
    author: user?.fullName ?? user?.loginName,
    authorImage: user?.avatarUrl,
    authorUrl: user?.homepage,
    title,
    text: comment,
    rating,
    date: timestamp,
  }),
});
