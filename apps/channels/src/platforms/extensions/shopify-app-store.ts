import {
  readShopifyPage,
  type ShopifyPage,
  type ShopifyReview,
} from '../../normalise/app-reviews/shopify-page';
import { layoutChanged } from '../builders/api-errors';
import { matchConfig, matchUrl } from '../builders/match-url';
import { platformMeta } from '../builders/platform-meta';
import { toReview, withDerivedIds } from '../builders/review-draft';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import {
  type NormalizedReview,
  normalizeRows,
  type OfficialFigures,
  type Platform,
  type ProfileInfo,
} from '../platform';

type AppKey = Readonly<{ id: string }>;

const SITE = 'https://apps.shopify.com';

const meta = platformMeta({
  typeId: 21,
  slug: 'shopify_app_store',
  label: 'Shopify App Store',
  aliases: ['shopify_app', 'shopify_apps'],
  category: 'extensions',
  logo: ['S', '#95bf47'],
  method: 'url',
  proof: { kind: 'recording', year: 2026 },
  hosts: ['apps.shopify.com'],
  rate: { perSecond: 1 / 3, burst: 2, crawls: 2 },
  urlExample: 'https://apps.shopify.com/acme-reviews',
  instructions:
    'Paste the URL of your app in the Shopify App Store. All its reviews are read from the public pages, ten a page, with the ' +
    'name of the shop, its country and your replies. robots.txt is obeyed.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, ownerReply: true },
  urls: [
    /^https?:\/\/apps\.shopify\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?!(?:search|categories|stories|partners|collections|browse|app-groups|sitemap)\b)(?<id>[a-z0-9][\w-]*)(?:\/reviews)?\/?(?:[?#].*)?$/i,
  ],
  challengePasses: true,
  maxPages: 5_000,
});

function match(url: URL): AppKey | null {
  return matchUrl<AppKey>(meta, url, ({ id = '' }) => ({ id: id.toLowerCase() }));
}

async function readPage({ id }: AppKey, page: number, ctx: Ctx<ShopifyPage>): Promise<ShopifyPage> {
  const response = await ctx.http.get(`${SITE}/${id}/reviews`, {
    query: { sort_by: 'newest', page: page === 1 ? undefined : page },
    accept: 'html',
    // Stars and dates are read in English.
    headers: { 'accept-language': 'en-US,en;q=0.9' },
  });
  const read = await ctx.read(response);
  if (read.rows.length === 0) response.assertNoChallenge();
  // A page that counts reviews and shows none has another form than we know.
  if (page === 1 && read.rows.length === 0 && (read.reviews ?? 0) > 0) throw layoutChanged(meta);
  return read;
}

function figuresOf({ score, reviews }: ShopifyPage): OfficialFigures {
  return { score, scoreScale: meta.ratingScale, reviews };
}

function reviewOf(row: ShopifyReview, now: Date): NormalizedReview | null {
  const draft = {
    id: row.id,
    author: row.merchant,
    text: row.text,
    rating: row.stars,
    date: row.date,
    reply: { text: row.reply, date: row.replyDate },
    additional: { country: row.country, usage: row.usage },
  };
  return toReview(draft, { now, scale: meta.ratingScale });
}

export const shopifyAppStore: Platform<AppKey, number, ShopifyReview, ShopifyPage> = {
  meta,
  match,

  async validate(config, ctx): Promise<ProfileInfo<AppKey>> {
    const key = matchConfig(match, config);
    if (!key) {
      const msg = `This is not the URL of an app in the Shopify App Store. Send one such as ${meta.urlExample}.`;
      throw new CrawlError('INVALID_PROFILE', msg);
    }
    const page = await readPage(key, 1, ctx);
    const url = `${SITE}/${key.id}`;
    return { key, identity: key.id, name: page.name ?? key.id, url, ...figuresOf(page), meta: null };
  },

  async profile(key, _config, ctx) {
    return figuresOf(await readPage(key, 1, ctx));
  },

  partitions: () => [''],

  read: (body, url) => readShopifyPage(body, url),

  async fetchPage({ key, cursor }, ctx) {
    const number = cursor ?? 1;
    const page = await readPage(key, number, ctx);
    const next = page.hasNext && page.rows.length > 0 ? number + 1 : null;
    return number === 1 ? { rows: page.rows, next, figures: figuresOf(page) } : { rows: page.rows, next };
  },

  normalize(rows, now) {
    const page = normalizeRows(rows, (row) => reviewOf(row, now));
    return { ...page, reviews: withDerivedIds(page.reviews) };
  },
};
