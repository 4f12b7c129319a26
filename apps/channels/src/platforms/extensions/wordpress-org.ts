import { parseUrl } from '@plaudit/contracts';
import { readFeed } from '../../normalise/feeds/feed';
import type { Feed, FeedItem } from '../../normalise/feeds/feed-item';
import { ratingOfText, ratingOfTitle } from '../../normalise/feeds/worded-rating';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { layoutChanged, notFound } from '../builders/api-errors';
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

interface ExtensionKey extends Readonly<Record<string, string>> {
  /** `plugin` or `theme`. */
  kind: string;
  id: string;
}

interface Information {
  error?: unknown;
  name?: unknown;
  /** From 0 to 100. */
  rating?: unknown;
  num_ratings?: unknown;
}

const SITE = 'https://wordpress.org';
/** The API rates in percent, the reviews in stars. */
const PERCENT_PER_STAR = 20;
/** What the feed adds to the title of a topic. */
const STARS = /\s{0,5}\(\d(?:\.\d)? stars?\)$/i;
/** What the feed adds above the text of a topic. */
const NOTES = /^(?:\s{0,20}<p>\s{0,20}(?:replies|rating):[^<]{0,40}<\/p>){1,3}/i;

const meta = platformMeta({
  typeId: 20,
  slug: 'wordpress_org',
  label: 'WordPress.org',
  aliases: ['wordpress', 'wordpress_plugin_directory'],
  category: 'extensions',
  logo: ['W', '#21759b'],
  method: 'url',
  proof: { kind: 'documentation' },
  hosts: ['api.wordpress.org', 'wordpress.org'],
  rate: { perSecond: 1 / 2, burst: 2, crawls: 2 },
  robots: 'api',
  urlExample: 'https://wordpress.org/plugins/acme-forms/',
  instructions:
    'Paste the URL of your plugin or theme on WordPress.org. The score and the number of ratings are those of the directory. The ' +
    'newest 30 reviews are read from the feed of the support forum. Older ones can be imported as a CSV file.',
  caps: { order: 'newest', paging: 'none' },
  urls: [
    /^https?:\/\/(?:[a-z]{2,3}(?:-[a-z]{2})?\.)?wordpress\.org\/(?:extend\/)?(?:support\/(?<kind>plugin|theme)\/(?<id>[\w-]{1,200})|(?<kind2>plugins|themes)\/(?<id2>[\w-]{1,200}))/i,
  ],
});

function match(url: URL): ExtensionKey | null {
  return matchUrl<ExtensionKey>(meta, url, ({ kind, id, kind2, id2 }) => ({
    kind: (kind ?? kind2 ?? '').toLowerCase().startsWith('theme') ? 'theme' : 'plugin',
    id: (id ?? id2 ?? '').toLowerCase(),
  }));
}

function forumOf({ kind, id }: ExtensionKey): string {
  return `${SITE}/support/${kind}/${id}/reviews/`;
}

/** Reads what the directory says about a plugin or theme. Throws NOT_FOUND if it is not there. */
async function readInformation({ kind, id }: ExtensionKey, ctx: Ctx<unknown>): Promise<Information> {
  const response = await ctx.http.get(`https://api.wordpress.org/${kind}s/info/1.2/`, {
    query: {
      action: `${kind}_information`,
      'request[slug]': id,
      'request[fields][sections]': 0,
      'request[fields][rating]': 1,
    },
    accept: 'json',
  });
  const body = response.json<Information | null | false>();
  // The API responds to an unknown name with 404, with an error, or with nothing.
  if (!body || body.error !== undefined) throw notFound(meta, `${kind} named "${id.slice(0, 60)}"`);
  if (typeof body !== 'object') throw layoutChanged(meta);
  return body;
}

function figuresOf({ rating, num_ratings: count }: Information): OfficialFigures {
  const percent = parseDecimal(rating);
  const isScore = percent !== null && percent > 0 && percent <= 100;
  return {
    score: isScore ? roundScore(percent / PERCENT_PER_STAR) : null,
    scoreScale: meta.ratingScale,
    reviews: parseCount(count),
  };
}

/** Returns the name of a topic, which is the last part of its URL. */
function topicOf({ id, link }: FeedItem): string {
  const path = (parseUrl(id) ?? parseUrl(link))?.pathname ?? '';
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

function reviewOf(item: FeedItem, now: Date): NormalizedReview | null {
  const { link, title, author, published, content } = item;
  const draft = {
    id: topicOf(item),
    author,
    title: title.slice(0, 2_000).replace(STARS, ''),
    text: content.replace(NOTES, ''),
    url: link,
    rating: ratingOfTitle(title) ?? ratingOfText(content),
    date: published[0],
  };
  return toReview(draft, { now, scale: meta.ratingScale, base: SITE });
}

export const wordpressOrg: Platform<ExtensionKey, string, FeedItem, Feed | null> = {
  meta,
  match,

  async validate(config, ctx): Promise<ProfileInfo<ExtensionKey>> {
    const key = matchConfig(match, config);
    if (!key) {
      const msg = `This is not the URL of a plugin or theme on WordPress.org. Send one such as ${meta.urlExample}.`;
      throw new CrawlError('INVALID_PROFILE', msg);
    }
    const information = await readInformation(key, ctx);
    return {
      key,
      identity: `${key.kind} ${key.id}`,
      name: collectedLine(information.name, 191) || key.id,
      url: `${SITE}/${key.kind}s/${key.id}/`,
      ...figuresOf(information),
      meta: null,
    };
  },

  async profile(key, _config, ctx) {
    return figuresOf(await readInformation(key, ctx));
  },

  partitions: () => [''],

  read: (body) => readFeed(body),

  async fetchPage({ key }, ctx) {
    const response = await ctx.http.get(`${forumOf(key)}feed/`, { accept: 'xml', conditional: true });
    const feed = await ctx.read(response);
    const notices = feed?.unread ? [{ code: 'unreadable_rows' as const, ...feed.unread }] : [];
    if (feed) return { rows: feed.items, next: null, notices };
    response.assertNoChallenge();
    throw layoutChanged(meta);
  },

  normalize(rows, now) {
    const page = normalizeRows(rows, (item) => reviewOf(item, now));
    return { ...page, reviews: withDerivedIds(page.reviews) };
  },
};
