import { createHmac } from 'node:crypto';
import { withQuery } from '../../crawl/http/request-url';
import { layoutChanged } from '../builders/api-errors';
import { type ApiRequest, keyParts } from '../builders/api-request';
import { type JsonObject, numberAt, valueAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import type { Read } from '../builders/json-spec';
import { platformMeta } from '../builders/platform-meta';
import { CrawlError } from '../crawl-error';
import type { ChannelConfig } from '../platform';
import { siteIdentity, siteKey, type SiteKey } from './site-key';
import { siteScale } from './site-scale';

/** The part of the REST API of WordPress that belongs to our plugin. */
const NAMESPACE = 'plaudit/v1';
const PAGE_SIZE = 100;
const REFUSED = {
  CREDENTIALS_INVALID:
    'The site refuses access to the feed. Copy the site key from the plugin and send it as access_token.',
};

const meta = platformMeta({
  typeId: 54,
  slug: 'wordpress_plugin',
  label: 'WordPress',
  aliases: ['wp_plugin'],
  category: 'website',
  logo: ['W', '#21759b'],
  method: 'url',
  proof: { kind: 'specification' },
  hosts: 'any',
  rate: { perSecond: 1, burst: 2, crawls: 16 },
  robots: 'api',
  optional: ['access_token'],
  urlExample: 'https://www.example.com',
  instructions:
    'Install our plugin on your WordPress site and paste the URL of the site. Its permalinks must not be plain. If the feed of ' +
    'the plugin is not public, copy the site key from the settings of the plugin and paste it as the access key. It has the form ' +
    'id:secret. All approved reviews of the site are read.',
  caps: { order: 'oldest', paging: 'cursor', fullHistory: true, media: true, ownerReply: true },
  urls: [/^https?:\/\/[^/]+/i],
  namedByType: true,
});

/**
 * Returns a request of the feed. With a site key it is signed: the signature is the HMAC-SHA256 of the time stamp, a period
 * and the path with its query. The secret itself is not sent.
 */
function signed(url: URL, { accessToken }: ChannelConfig, now: Date): ApiRequest {
  if (accessToken === undefined) return { url: url.href };
  const [id = '', secret = ''] = keyParts(accessToken, ['id', 'secret']);
  if (!/^[\w-]{1,100}$/.test(id)) {
    const msg = 'access_token is not a site key. Copy it from the plugin again.';
    throw new CrawlError('CREDENTIALS_INVALID', msg);
  }
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac('sha256', secret)
    .update(`${seconds}.${url.pathname}${url.search}`)
    .digest('hex');
  return {
    url: url.href,
    headers: { 'x-feed-key': id, 'x-feed-timestamp': seconds, 'x-feed-signature': `v1=${signature}` },
  };
}

/** A page that is no REST API has no parts. */
function withoutApi(error: unknown): JsonObject {
  if (error instanceof CrawlError && error.code === 'LAYOUT_CHANGED') return {};
  throw error;
}

/** Throws INVALID_PROFILE if the site does not have our plugin. */
async function assertInstalled(site: string, read: Read): Promise<void> {
  const { namespaces } = await read({ url: `${site}/wp-json/` }).catch(withoutApi);
  if (Array.isArray(namespaces) && namespaces.includes(NAMESPACE)) return;
  const msg = 'The site does not have our plugin. Install and activate it, then try again.';
  throw new CrawlError('INVALID_PROFILE', msg);
}

export const wordpressPlugin = jsonPlatform<SiteKey, string>({
  meta,

  errors: {
    401: REFUSED,
    403: REFUSED,
    404: {
      INVALID_PROFILE:
        'No WordPress site with our plugin was found there. Check the URL, and that the plugin is active.',
    },
  },

  keyOfUrl: (_groups, url) => siteKey(url),
  identityOf: siteIdentity,

  async about({ url }, config, ctx, read) {
    await assertInstalled(url, read);
    const site = await read(signed(new URL(`${url}/wp-json/${NAMESPACE}/site`), config, ctx.now()));
    const { name, score, score_scale: scale, reviews, version } = site;
    return {
      name: name ?? new URL(url).hostname,
      url,
      score,
      scale: siteScale(scale),
      reviews,
      meta: { plugin_version: typeof version === 'string' ? version.slice(0, 40) : null },
    };
  },

  request({ key, config, cursor }, ctx) {
    const [since, after] = cursor === null ? [] : cursor.split(' ');
    const query = { updated_since: since, after_id: after, limit: PAGE_SIZE };
    return signed(withQuery(`${key.url}/wp-json/${NAMESPACE}/reviews`, query), config, ctx.now());
  },

  rows: 'items',

  next({ body }) {
    if (!body['next']) return null;
    const since = String(valueAt(body, 'next.updated_since'));
    const after = String(valueAt(body, 'next.after_id'));
    if (/^[\d:.TZ+-]{10,40}$/.test(since) && /^[\w.:-]{1,200}$/.test(after)) return `${since} ${after}`;
    throw layoutChanged(meta);
  },

  review: {
    // What a deleted review said may be gone. A crawl that does not find it says the same.
    skip: (row) =>
      row['deleted'] === true && !row['text'] && !row['title'] && numberAt(row, 'rating_value') === null,
    id: 'id',
    author: 'from_name',
    authorImage: 'from_image',
    authorUrl: 'from_url',
    title: 'title',
    text: 'text',
    url: 'post_url',
    rating: 'rating_value',
    scale: (row) => siteScale(row['rating_scale']),
    date: 'posted_on',
    media: [
      {
        at: 'media',
        url: 'url',
        type: ({ type }) => (type === 'video' || type === 'audio' ? type : 'image'),
      },
    ],
    reply: { text: 'reply.text', date: 'reply.posted_on' },
    language: 'language',
    verified: 'verified',
    // True for a review that was deleted from the site.
    removed: 'deleted',
  },
});
