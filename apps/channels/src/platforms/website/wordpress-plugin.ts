import { platformMeta } from '../builders/platform-meta';
import { createHmac } from 'node:crypto';
import { type ApiRequest, keyParts, readJson } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import { CrawlError } from '../crawl-error';
import type { Ctx, ErrorResponse } from '../context';
import { withQuery } from '../../crawl/http/request-url';
import { jsonPlatform } from '../builders/json-platform';
import type { ChannelConfig } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';
import { siteIdentity, siteKey, type SiteKey } from './site-key';

/** The part of the REST API of WordPress that belongs to our plugin. */
const NAMESPACE = 'plaudit/v1';
const PAGE_SIZE = 100;
const MAX_SCALE = 100;
/** Media of a review that are read. */
const MAX_MEDIA = 20;

interface Row {
  id?: string | number;
  from_name?: string;
  from_image?: string | null;
  from_url?: string | null;
  title?: string;
  text?: string;
  rating_value?: number | null;
  rating_scale?: number;
  posted_on?: string;
  post_url?: string | null;
  media?: ({ type?: string; url?: string } | null)[];
  reply?: { text?: string; posted_on?: string } | null;
  language?: string | null;
  verified?: boolean;
  /** True for a review that was deleted from the site. */
  deleted?: boolean;
}

interface Body {
  items?: Row[];
  next?: { updated_since?: string; after_id?: string } | null;
}

interface Site {
  name?: string;
  score?: number;
  score_scale?: number;
  reviews?: number;
  version?: string;
}

const meta = platformMeta({
  typeId: 54,
  slug: 'wordpress_plugin',
  label: 'WordPress',
  aliases: ['wp_plugin'],
  category: 'website',
  logo: ['W', '#21759b'],
  method: 'url',
  hosts: 'any',
  rate: { perSecond: 1, burst: 2, crawls: 16 },
  robots: 'api',
  optional: ['access_token'],
  urlExample: 'https://www.example.com',
  instructions:
    'Install our plugin on your WordPress site and paste the URL of the site. Its permalinks must not be plain. If the feed of the plugin is not public, copy the ' +
    'site key from the settings of the plugin and send it as access_token. It has the form id:secret. All approved reviews of ' +
    'the site are read.',
  caps: { order: 'oldest', paging: 'cursor', media: true, ownerReply: true },
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
    throw new CrawlError(
      'CREDENTIALS_INVALID',
      'access_token is not a site key. Copy it from the plugin again.',
    );
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

/** Returns the parts of the REST API of a site. A page that is no REST API has none. */
async function namespacesOf(site: string, ctx: Ctx): Promise<unknown> {
  try {
    const request = { url: `${site}/wp-json/` };
    return (await readJson<{ namespaces?: unknown }>(meta, request, ctx)).namespaces;
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'LAYOUT_CHANGED') return [];
    throw error;
  }
}

/** Throws INVALID_PROFILE if the site does not have our plugin. */
async function assertInstalled(site: string, ctx: Ctx): Promise<void> {
  const namespaces = await namespacesOf(site, ctx);
  if (Array.isArray(namespaces) && namespaces.includes(NAMESPACE)) return;
  throw new CrawlError(
    'INVALID_PROFILE',
    'The site does not have our plugin. Install and activate it, then try again.',
  );
}

function errorOf({ status }: ErrorResponse): CrawlError | null {
  if (status === 404) {
    const msg =
      'No WordPress site with our plugin was found there. Check the URL, and that the plugin is active.';
    return new CrawlError('INVALID_PROFILE', msg);
  }
  if (status !== 401 && status !== 403) return null;
  const msg =
    'The site refuses access to the feed. Copy the site key from the plugin and send it as access_token.';
  return new CrawlError('CREDENTIALS_INVALID', msg);
}

function mediaOf({ media }: Row): NonNullable<ReviewDraft['media']> {
  return (media?.slice(0, MAX_MEDIA) ?? []).map((item) => {
    const type = item?.type === 'video' || item?.type === 'audio' ? item.type : 'image';
    return { type, url: item?.url };
  });
}

function scaleOf({ rating_scale: scale }: Row): number {
  const isScale = typeof scale === 'number' && Number.isInteger(scale) && scale >= 2 && scale <= MAX_SCALE;
  return isScale ? scale : meta.ratingScale;
}

export const wordpressPlugin = jsonPlatform<SiteKey, string, Body, Row>({
  meta,

  keyOfUrl: (_groups, url) => siteKey(url),

  identityOf: siteIdentity,

  errorOf,

  async about({ url }, config, ctx) {
    await assertInstalled(url, ctx);
    const request = signed(new URL(`${url}/wp-json/${NAMESPACE}/site`), config, ctx.now());
    const site = await readJson<Site>(meta, request, ctx);
    const scale = scaleOf({ rating_scale: site.score_scale });
    const version = typeof site.version === 'string' ? site.version.slice(0, 40) : null;
    return {
      name: site.name ?? new URL(url).hostname,
      url,
      score: site.score,
      scale,
      reviews: site.reviews,
      meta: { plugin_version: version },
    };
  },

  request({ key, config, cursor }, ctx) {
    const [since, after] = cursor === null ? [] : cursor.split(' ');
    const query = { updated_since: since, after_id: after, limit: PAGE_SIZE };
    return signed(withQuery(`${key.url}/wp-json/${NAMESPACE}/reviews`, query), config, ctx.now());
  },

  rows: ({ items }) => items,

  next({ body }) {
    if (!body.next) return null;
    const { updated_since: since, after_id: after } = body.next;
    const isCursor = /^[\d:.TZ+-]{10,40}$/.test(String(since)) && /^[\w.:-]{1,200}$/.test(String(after));
    if (!isCursor) throw layoutChanged(meta);
    return `${since} ${after}`;
  },

  review(row) {
    const isEmpty = !row.text && !row.title && typeof row.rating_value !== 'number';
    // What a deleted review said may be gone. A crawl that does not find it says the same.
    if (row.deleted === true && isEmpty) return null;
    return {
      id: row.id,
      author: row.from_name,
      authorImage: row.from_image,
      authorUrl: row.from_url,
      title: row.title,
      text: row.text,
      url: row.post_url,
      rating: row.rating_value,
      scale: scaleOf(row),
      date: row.posted_on,
      media: mediaOf(row),
      reply: row.reply ? { text: row.reply.text, date: row.reply.posted_on } : null,
      language: row.language,
      verified: row.verified === true,
      removed: row.deleted === true,
    };
  },
});
