import type { CollectedReview } from '@plaudit/contracts';
import type { DatePrecision } from '../normalise/calendar';

/** How a customer connects the channel (the catalogue's four methods). */
type ConnectionMethod = 'url' | 'oauth' | 'credentials' | 'dashboard';

/** A field of the body of POST /channels/add. */
export type ConnectionField = 'url' | 'access_token' | 'trend_id' | 'subdomain' | 'stores' | 'countries';

/** What the source can honestly deliver; drives the stop rule and the catalogue's features. */
interface Capabilities {
  /** How the source lists reviews; only `newest` may stop before the end. */
  order: 'newest' | 'oldest' | 'updated' | 'relevance' | 'none';
  /** Can one crawl reach every review? */
  fullHistory: boolean;
  /** Can a page be asked for by its number? Then a resumed crawl reads the page before its checkpoint again. */
  paging: 'number' | 'cursor';
  rating: boolean;
  text: boolean;
  media: boolean;
  ownerReply: boolean;
}

interface UrlPattern {
  /** Named groups become the profile key. */
  re: RegExp;
  /** Examples that must match, here and on no other platform (tested). */
  yes: readonly string[];
  no: readonly string[];
}

export interface PlatformMeta {
  /** Stable number of the catalogue entry; never reused. */
  typeId: number;
  slug: string;
  label: string;
  aliases: readonly string[];
  category: 'apps' | 'website' | 'local' | 'commerce' | 'travel' | 'software' | 'survey' | 'support';
  /** Data URI or address of a small square logo. */
  logo: string | null;
  method: ConnectionMethod;
  ratingScale: number;
  /** Every host the adapter may call; `any` is for platforms that read the customer's own site. */
  hosts: readonly string[] | 'any';
  rate: {
    perSecond: number;
    burst: number;
    /** Crawls of this platform at the same time, over all replicas. */
    crawls: number;
  };
  /** `api` = a documented API or feed, to which robots.txt does not apply. */
  robots: 'obey' | 'api';
  required: readonly ConnectionField[];
  optional: readonly ConnectionField[];
  urlExample: string | null;
  /** Shown by GET /channels/types/{type}. */
  instructions: string;
  caps: Capabilities;
  urls: readonly UrlPattern[];
  /** Accepts any web address, and therefore only those that no other platform claims. */
  catchAll?: boolean;
  /** Codes that `countries` may hold. */
  countries?: readonly string[];
  /** What may stand in `stores`. */
  stores?: readonly string[];
  /** Pages of one partition that are read at most. */
  maxPages: number;
}

/** What identifies a profile to its adapter, e.g. `{ id, country }`. */
export type ProfileKey = Readonly<Record<string, string>>;

export interface ChannelConfig {
  url?: string;
  accessToken?: string;
  trendId?: string;
  stores?: readonly string[];
  countries?: readonly string[];
}

/** What the platform itself says of a profile. */
export interface OfficialFigures {
  score: number | null;
  scoreScale: number;
  reviews: number | null;
}

export interface ProfileInfo<K extends ProfileKey = ProfileKey> extends OfficialFigures {
  key: K;
  /** Equal for every spelling of one profile: what makes a second channel a duplicate. */
  identity: string;
  name: string;
  /** The one canonical address. */
  url: string | null;
  /** Platform details worth showing, e.g. an icon. */
  meta: Readonly<Record<string, unknown>> | null;
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The fields of a collected review in camel case. */
type CollectedFields = {
  [Name in keyof CollectedReview as CamelCase<Name>]: CollectedReview[Name];
};

/** The form that every platform's reviews take: a {@link CollectedReview} in camel case. Dates are UTC. */
export interface NormalizedReview extends Omit<
  CollectedFields,
  'postedOn' | 'media' | 'reply' | 'additional'
> {
  idKind: 'native' | 'derived';
  postedOn: Date;
  postedPrecision: DatePrecision;
  media: readonly CollectedReview['media'][number][];
  /** The owner's reply. */
  reply: { text: string; postedOn: Date | null } | null;
  additional: Readonly<Record<string, unknown>> | null;
}

/** JSON, because it is stored with the checkpoint. */
export type Cursor = string | number;

export interface PageRequest<K extends ProfileKey, C extends Cursor> {
  key: K;
  config: ChannelConfig;
  /** A store or country; `''` when the platform has none. */
  partition: string;
  /** Null asks for the first page. */
  cursor: C | null;
}

/** One page as the source has it. */
export interface Page<C extends Cursor, Row> {
  rows: readonly Row[];
  /** Null = end of this partition. */
  next: C | null;
  /** When the page tells them anyway; then profile() is not asked. */
  figures?: OfficialFigures;
}

interface NormalizedPage {
  reviews: readonly NormalizedReview[];
  /** Why rows could not be normalised. Too many of them mean that the layout changed. */
  rejected: readonly string[];
}

export interface HttpOptions {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  accept?: 'json' | 'html' | 'xml';
}

export interface HttpReply {
  status: number;
  /** The address that answered, after redirects. */
  url: string;
  text(): string;
  /** Throws LAYOUT_CHANGED (or BLOCKED, when it is a challenge page) on anything but JSON. */
  json<T = unknown>(): T;
}

/** The only way out: paced, robots-checked, size- and time-limited. Throws {@link CrawlError} on 4xx and 5xx. */
export interface Http {
  get(url: string | URL, options?: HttpOptions): Promise<HttpReply>;
}

export interface Ctx {
  http: Http;
  now(): Date;
}

/**
 * A review platform: one file that exports one of these, plus its fixtures. The engine owns paging, the stop rule,
 * de-duplication, storage, errors and politeness. `fetchPage` and `normalize` are apart, so that a mapping is tested on
 * saved rows without any network.
 */
export interface Platform<K extends ProfileKey = ProfileKey, C extends Cursor = Cursor, Row = unknown> {
  readonly meta: PlatformMeta;
  /** The profile an address points to, or null. Pure. The address is canonical already. */
  match(url: URL): K | null;
  /** Reads the profile for the first time; throws INVALID_PROFILE or NOT_FOUND when it is none. */
  validate(config: ChannelConfig, ctx: Ctx): Promise<ProfileInfo<K>>;
  /** Official score and count. */
  profile(key: K, config: ChannelConfig, ctx: Ctx): Promise<OfficialFigures>;
  /** Stores or countries that are walked one after the other; `['']` when there are none. */
  partitions(key: K, config: ChannelConfig): readonly string[];
  fetchPage(request: PageRequest<K, C>, ctx: Ctx): Promise<Page<C, Row>>;
  /** The rows of one page as reviews with ids of their own. Pure. */
  normalize(rows: readonly Row[], now: Date): NormalizedPage;
}

export type CrawlErrorCode =
  | 'INVALID_PROFILE'
  | 'NOT_FOUND'
  | 'GONE'
  | 'SOURCE_RETIRED'
  | 'AUTH_EXPIRED'
  | 'AUTH_MISSING'
  | 'FORBIDDEN_PLAN'
  | 'BLOCKED'
  | 'ROBOTS_DISALLOWED'
  | 'RATE_LIMITED'
  | 'QUOTA_EXCEEDED'
  | 'LAYOUT_CHANGED'
  | 'EMPTY_RESULT'
  | 'UPSTREAM_ERROR'
  | 'TIMEOUT'
  | 'NETWORK'
  | 'CURSOR_EXPIRED'
  | 'TOO_LARGE'
  | 'BUG';

interface CrawlErrorInfo {
  /** What the platform asked us to wait. */
  retryAfterMs?: number;
  status?: number;
}

/** Why a platform could not be read. `message` is one sentence fit for the customer. */
export class CrawlError extends Error {
  constructor(
    readonly code: CrawlErrorCode,
    message: string,
    readonly info: CrawlErrorInfo = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CrawlError';
  }
}

/** Normalises rows one by one; a row that throws RangeError is rejected with its reason, the others stay. */
export function normalizeRows<Row>(
  rows: readonly Row[],
  normalizeRow: (row: Row) => NormalizedReview,
): NormalizedPage {
  const reviews: NormalizedReview[] = [];
  const rejected: string[] = [];
  for (const row of rows) {
    try {
      reviews.push(normalizeRow(row));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      rejected.push(error.message);
    }
  }
  return { reviews, rejected };
}

/** A square with a letter: a logo without borrowing anybody's trademark, as a data URI. */
export function letterLogo(letter: string, colour: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/>` +
    `<text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
