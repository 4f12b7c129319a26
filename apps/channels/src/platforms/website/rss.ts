import { platformMeta } from '../builders/platform-meta';
import { type DateOrder, truncate } from '@plaudit/runtime/content';
import { dateOrderOf, parseDate } from '../../normalise/dates';
import { readFeed } from '../../normalise/feeds/feed';
import type { Feed, FeedItem } from '../../normalise/feeds/feed-item';
import { ratingOfText, ratingOfTitle } from '../../normalise/feeds/worded-rating';
import { parseDecimal } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { pageIdentity } from '../../normalise/urls';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import { matchConfig, matchUrl } from '../builders/match-url';
import {
  type NormalizedReview,
  normalizeRows,
  type OfficialFigures,
  type Platform,
  type ProfileInfo,
} from '../platform';
import { toReview, withPageIds } from '../builders/review-draft';

interface FeedKey extends Readonly<Record<string, string>> {
  url: string;
}

/** An item with the URL of its feed, which relative URLs refer to. */
interface Row {
  item: FeedItem;
  feed: string;
}

const meta = platformMeta({
  typeId: 57,
  slug: 'rss',
  label: 'RSS or Atom feed',
  aliases: ['atom', 'feed'],
  category: 'website',
  logo: ['R', '#ee802f'],
  method: 'url',
  proof: { kind: 'specification' },
  hosts: 'any',
  rate: { perSecond: 1 / 3, burst: 2, crawls: 8 },
  robots: 'api',
  urlExample: 'https://www.example.com/reviews/feed.xml',
  instructions:
    'Paste the URL of an RSS or Atom feed. Each item becomes a review. A rating is read if the feed marks it up, or if the title ' +
    'or the text names it, such as "4 out of 5" or "★★★★☆". The feeds of product and shop reviews for Google are read, too. An entry without an author has that of its Atom feed. A feed contains the ' +
    'newest items only, so older ones are not read.',
  caps: { order: 'none', paging: 'none', media: true },
  urls: [/^https?:\/\/[^/]+/i],
  namedByType: true,
  writtenByOthers: true,
});

/** The largest scale that a feed may use. */
const MAX_SCALE = 100;

/** A feed has no score and does not count its reviews. */
const FIGURES: OfficialFigures = { score: null, scoreScale: meta.ratingScale, reviews: null };

/** The end of a feed, which one that was cut off lacks. Server comments may follow. */
const FEED_END = /<\/(?:\w{1,20}:)?(?:rss|feed|rdf)\s*>/i;
const MAX_END = 1_000;

/** The root element of a feed. A prefix may stand before its name. */
const FEED_START = /<(?:[a-z]{1,20}:)?(?:rss|feed|rdf)[\s>]/i;
const MAX_START = 2_000;
const BROKEN_FEED =
  'The feed at this URL is broken or cut off, so it cannot be read. Ask who maintains it to correct it. The Feed Validation ' +
  'Service of the W3C shows the place.';

const NO_FEED =
  'There is no feed at this URL any more. Open it in a private window: it must show the feed without a login or a proof that you are ' +
  'human. If the feed has moved, connect its new URL.';

function match(url: URL): FeedKey | null {
  return matchUrl<FeedKey>(meta, url, () => ({ url: url.href }));
}

/** Reads the feed of a new channel, or with `conditional` that of a crawl. Returns null if there is no feed. */
async function readUrl(url: string, ctx: Ctx<Feed | null>, conditional = false): Promise<Feed | null> {
  const response = await ctx.http.get(url, { accept: 'xml', ...(conditional ? { conditional } : {}) });
  const feed = await ctx.read(response);
  const isEmpty = feed?.unread === null && FEED_END.test(response.text().slice(-MAX_END));
  if (feed !== null && (feed.items.length > 0 || isEmpty)) return feed;
  response.assertNoChallenge();
  if (FEED_START.test(response.text().slice(0, MAX_START)))
    throw new CrawlError(conditional ? 'LAYOUT_CHANGED' : 'INVALID_PROFILE', BROKEN_FEED);
  return null;
}

/** Returns the rating that an item is marked up with, or null if it is not valid. */
function markedUp(rating: FeedItem['rating']): { rating: number; scale: number } | null {
  const value = parseDecimal(rating?.value);
  const scale = parseDecimal(rating?.scale);
  const isValid = value !== null && scale !== null && scale >= 1 && scale <= MAX_SCALE;
  return isValid ? { rating: value, scale: Math.round(scale) } : null;
}

function reviewOf({ item, feed }: Row, terms: { now: Date; order?: DateOrder }): NormalizedReview | null {
  const { id, link, title, author, published, content, rating, media, isVerified, isSpam } = item;
  const draft = {
    id,
    author,
    title,
    text: content,
    url: link,
    ...(markedUp(rating) ?? { rating: ratingOfTitle(title) ?? ratingOfText(content) }),
    date: published.find((date) => parseDate(date, terms.now, terms.order)) ?? published[0],
    media,
    verified: isVerified,
    removed: isSpam,
  };
  return toReview(draft, { ...terms, scale: meta.ratingScale, base: feed });
}

export const rss: Platform<FeedKey, string, Row, Feed | null> = {
  meta,
  match,

  async validate(config, ctx): Promise<ProfileInfo<FeedKey>> {
    const key = matchConfig(match, config);
    const feed = key && (await readUrl(key.url, ctx));
    if (!key || !feed) {
      const msg = `There is no RSS or Atom feed at this URL. Send one such as ${meta.urlExample}.`;
      throw new CrawlError('INVALID_PROFILE', msg);
    }
    const { hostname } = new URL(key.url);
    return {
      key,
      identity: truncate(pageIdentity(new URL(key.url)), 500),
      name: collectedLine(feed.title, 191) || hostname,
      url: key.url,
      ...FIGURES,
      meta: null,
    };
  },

  profile: () => Promise.resolve(FIGURES),

  partitions: () => [''],

  read: (body) => readFeed(body),

  async fetchPage({ key }, ctx) {
    const feed = await readUrl(key.url, ctx, true);
    if (!feed) throw new CrawlError('LAYOUT_CHANGED', NO_FEED);
    const notices = feed.unread ? [{ code: 'unreadable_rows' as const, ...feed.unread }] : [];
    return {
      rows: feed.items.map((item) => ({ item, feed: key.url })),
      next: null,
      figures: FIGURES,
      notices,
    };
  },

  normalize(rows, now) {
    const order = dateOrderOf(
      rows.flatMap(({ item }) => item.published),
      now,
    );
    const page = normalizeRows(rows, (row) => reviewOf(row, { now, ...(order && { order }) }));
    return { ...page, reviews: withPageIds(page.reviews) };
  },
};
