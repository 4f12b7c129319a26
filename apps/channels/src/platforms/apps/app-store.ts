import { platformMeta } from '../builders/platform-meta';
import { webUrl } from '@plaudit/runtime/content';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { bodyOf } from '../builders/api-request';
import { layoutChanged } from '../builders/api-errors';
import { combinedFigures } from '../builders/combined-figures';
import { CrawlError, OtherForm } from '../crawl-error';
import { matchConfig } from '../builders/match-url';
import type { Ctx } from '../context';
import { toReview } from '../builders/review-draft';
import type { Candidate } from '../search';
import {
  type ChannelConfig,
  type NormalizedReview,
  normalizeRows,
  type OfficialFigures,
  type PageRequest,
  type Platform,
  type ProfileInfo,
} from '../platform';

const ORIGIN = 'https://itunes.apple.com';
/** Apple responds to a request for page 11 with an error. */
const LAST_PAGE = 10;
const DEFAULT_COUNTRY = 'us';
/** An API client waits for the validation. With more countries than this, the first crawl reads the figures. */
const MAX_VALIDATED_COUNTRIES = 10;

const MAX_CANDIDATES = 5;

/** Entries of one feed page that are read. Apple sends 50. */
const MAX_ENTRIES = 500;

/** Countries and regions with an App Store. */
const STOREFRONTS = (
  'ae af ag ai al am ao ar at au az ba bb be bf bg bh bj bm bn bo br bs bt bw by bz ca cd cg ch ci cl cm cn co cr cv ' +
  'cy cz de dk dm do dz ec ee eg es fi fj fm fr ga gb gd ge gh gm gr gt gw gy hk hn hr hu id ie il in iq is it jm jo ' +
  'jp ke kg kh kn kr kw ky kz la lb lc lk lr lt lu lv ly ma md me mg mk ml mm mn mo mr ms mt mu mv mw mx my mz na ne ' +
  'ng ni nl no np nr nz om pa pe pg ph pk pl pt pw py qa ro rs ru rw sa sb sc se sg si sk sl sn sr st sv sz tc td th ' +
  'tj tm tn to tr tt tw tz ua ug us uy uz vc ve vg vn vu xk ye za zm zw'
).split(' ');

interface AppKey extends Readonly<Record<string, string>> {
  id: string;
  country: string;
}

interface Label {
  label?: string;
}

/** An entry of the customer review feed. Most values are wrapped in `{label}`. */
interface AppStoreEntry {
  id?: Label;
  author?: { name?: Label; uri?: Label };
  updated?: Label;
  title?: Label;
  content?: Label;
  link?: { attributes?: { href?: string } };
  'im:rating'?: Label;
  'im:version'?: Label;
  'im:voteSum'?: Label;
  'im:voteCount'?: Label;
  'im:name'?: Label;
}

interface Feed {
  feed?: { entry?: AppStoreEntry | AppStoreEntry[] };
}

interface LookupResult {
  trackName?: string;
  averageUserRating?: number;
  userRatingCount?: number;
  trackViewUrl?: string;
  artworkUrl100?: string;
}

interface SearchResult extends LookupResult {
  trackId?: number;
}

interface CountryLookup extends LookupResult {
  country: string;
}

const meta = platformMeta({
  typeId: 7,
  slug: 'app_store',
  label: 'Apple App Store',
  aliases: ['apple', 'apple_app_store', 'appstore', 'itunes', 'ios'],
  category: 'apps',
  logo: ['A', '#0a84ff'],
  method: 'url',
  proof: { kind: 'recording', year: 2020 },
  hosts: ['itunes.apple.com'],
  rate: { perSecond: 2, burst: 5, crawls: 4 },
  robots: 'api',
  optional: ['countries'],
  urlExample: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
  instructions:
    "Paste the URL of the app's page in the App Store, as your browser shows it. Reviews are read from the store " +
    'of the country in the URL. To read other countries, list them in countries, for example "us, gb, de". Apple publishes the newest ' +
    '500 reviews of each country. The official number of reviews counts ratings, with and without a text, because Apple counts ' +
    'no others.',
  caps: { order: 'newest', paging: 'number', plain: true },
  urls: [
    /^https?:\/\/(?:apps|itunes)\.apple\.com\/(?:(?<country>[a-z]{2})\/)?(?:(?:iphone|ipad|mac|tv|watch|vision)\/)?app\/(?:[^/]+\/)?id(?<id>\d+)/i,
  ],
  countries: STOREFRONTS,
  maxPages: LAST_PAGE,
});

function countriesOf(key: AppKey, config: ChannelConfig): readonly string[] {
  return config.countries && config.countries.length > 0 ? config.countries : [key.country];
}

async function lookUp(id: string, country: string, ctx: Ctx): Promise<CountryLookup | null> {
  const reply = await ctx.http.get(`${ORIGIN}/lookup`, {
    query: { id, country, entity: 'software' },
    accept: 'json',
  });
  const { results } = bodyOf<{ results?: LookupResult[] }>(meta, reply);
  if (!Array.isArray(results)) throw layoutChanged(meta);
  const [app] = results;
  return app ? { ...app, country } : null;
}

async function lookUpAll(key: AppKey, countries: readonly string[], ctx: Ctx): Promise<CountryLookup[]> {
  const found: CountryLookup[] = [];
  // One after another, because Apple throttles lookups by IP address.
  for (const country of countries) {
    const app = await lookUp(key.id, country, ctx);
    if (app) found.push(app);
  }
  if (found.length > 0) return found;
  throw new CrawlError(
    'NOT_FOUND',
    `The App Store has no app with id ${key.id} in ${countries.join(', ')}. Check the URL and the countries.`,
  );
}

function figuresOf(apps: readonly CountryLookup[]): OfficialFigures {
  const { score, reviews } = combinedFigures(
    apps.map(({ averageUserRating, userRatingCount }) => ({
      score: averageUserRating,
      reviews: userRatingCount,
    })),
  );
  return { score: score === null ? null : roundScore(score), scoreScale: 5, reviews };
}

function entriesOf(feed: Feed): AppStoreEntry[] {
  if (typeof feed.feed !== 'object' || feed.feed === null) throw layoutChanged(meta);
  const { entry } = feed.feed;
  const entries = entry === undefined ? [] : Array.isArray(entry) ? entry : [entry];
  // The first entry of an older feed is the app itself.
  return entries
    .slice(0, MAX_ENTRIES)
    .filter((candidate) => candidate?.['im:rating'] !== undefined || candidate?.['im:name'] === undefined);
}

/** Returns the details without a field of their own: the app version and how many people found the review helpful. */
function detailsOf(entry: AppStoreEntry): Record<string, unknown> {
  const version = entry['im:version']?.label;
  const votes = parseDecimal(entry['im:voteCount']?.label);
  return votes
    ? { version, votes, helpful_votes: parseDecimal(entry['im:voteSum']?.label) ?? 0 }
    : { version };
}

function withId(review: NormalizedReview | null): NormalizedReview | null {
  if (review?.externalId === '') throw new OtherForm('An entry has no id');
  return review;
}

function reviewOf(entry: AppStoreEntry | null, now: Date): NormalizedReview | null {
  if (typeof entry !== 'object' || entry === null) throw new OtherForm('An entry is not an object');
  const draft = {
    id: entry.id?.label,
    author: entry.author?.name?.label,
    authorUrl: entry.author?.uri?.label,
    title: entry.title?.label,
    text: entry.content?.label,
    url: entry.link?.attributes?.href,
    rating: entry['im:rating']?.label,
    date: entry.updated?.label,
    additional: detailsOf(entry),
  };
  return withId(toReview(draft, { now, scale: meta.ratingScale, base: ORIGIN, plain: true }));
}

function candidateOf(app: SearchResult, country: string): Candidate[] {
  const name = collectedLine(app?.trackName, 191);
  if (!Number.isSafeInteger(app?.trackId) || name === '') return [];
  return [
    {
      url: `https://apps.apple.com/${country}/app/id${app.trackId}`,
      name,
      address: null,
      score: parseDecimal(app.averageUserRating) || null,
      reviews: parseCount(app.userRatingCount),
    },
  ];
}

async function entriesOfPage(key: AppKey, country: string, page: number, ctx: Ctx): Promise<AppStoreEntry[]> {
  const url = `${ORIGIN}/${country}/rss/customerreviews/page=${page}/id=${key.id}/sortby=mostrecent/json`;
  const read = async (): Promise<AppStoreEntry[]> =>
    entriesOf(bodyOf<Feed>(meta, await ctx.http.get(url, { accept: 'json' })));
  const entries = await read();
  // A page is sometimes empty for a moment although it has reviews. A second request returns them.
  return entries.length > 0 ? entries : read();
}

export const appStore: Platform<AppKey, number, AppStoreEntry> = {
  meta,

  match(url) {
    const groups = meta.urls[0]?.exec(url.href)?.groups;
    const country = groups?.['country']?.toLowerCase() ?? DEFAULT_COUNTRY;
    return groups?.['id'] ? { id: groups['id'], country } : null;
  },

  async validate(config, ctx): Promise<ProfileInfo<AppKey>> {
    const key = matchConfig(appStore.match, config);
    if (!key)
      throw new CrawlError(
        'INVALID_PROFILE',
        'This is not the URL of an app in the App Store. Copy the URL from the page of the app.',
      );
    const countries = countriesOf(key, config);
    const apps = await lookUpAll(key, countries.slice(0, MAX_VALIDATED_COUNTRIES), ctx);
    const complete = countries.length <= MAX_VALIDATED_COUNTRIES;
    const [first] = apps as [CountryLookup, ...CountryLookup[]];
    const named = { ...key, country: first.country };
    return {
      key: named,
      identity: key.id,
      name: collectedLine(first.trackName, 191) || `App ${key.id}`,
      url: `https://apps.apple.com/${named.country}/app/id${key.id}`,
      ...(complete ? figuresOf(apps) : { score: null, scoreScale: 5, reviews: null }),
      meta: {
        app_id: key.id,
        icon: webUrl(first.artworkUrl100, ORIGIN),
        page: webUrl(first.trackViewUrl, ORIGIN),
      },
    };
  },

  async profile(key, config, ctx) {
    return figuresOf(await lookUpAll(key, countriesOf(key, config), ctx));
  },

  async discover(search, ctx) {
    const country = STOREFRONTS.includes(search.country ?? '') ? (search.country ?? '') : DEFAULT_COUNTRY;
    const reply = await ctx.http.get(`${ORIGIN}/search`, {
      query: { term: search.name, country, entity: 'software', limit: MAX_CANDIDATES },
      accept: 'json',
    });
    const { results } = bodyOf<{ results?: SearchResult[] }>(meta, reply);
    const found = Array.isArray(results) ? results.slice(0, MAX_CANDIDATES) : [];
    return found.flatMap((app) => candidateOf(app, country));
  },

  partitions: countriesOf,

  async fetchPage({ key, partition, cursor }: PageRequest<AppKey, number>, ctx) {
    const page = cursor ?? 1;
    const rows = await entriesOfPage(key, partition, page, ctx);
    return { rows, next: rows.length > 0 && page < LAST_PAGE ? page + 1 : null };
  },

  normalize(rows, now) {
    return normalizeRows(rows, (entry) => reviewOf(entry, now));
  },
};
