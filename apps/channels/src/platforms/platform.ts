import type { CollectedReview } from '@plaudit/contracts';
import type { DatePrecision } from '../normalise/calendar';

/** How a customer connects a channel of the platform. */
type ConnectionMethod = 'url' | 'oauth' | 'credentials' | 'dashboard';

/** A field of the request body of POST /channels/add. */
export type ConnectionField = 'url' | 'access_token' | 'trend_id' | 'subdomain' | 'stores' | 'countries';

/** What the platform delivers. The stop rule of a crawl and the features in the catalogue depend on it. */
interface Capabilities {
  /** The order in which the platform lists reviews. Only with `newest` may a crawl stop before the end. */
  order: 'newest' | 'oldest' | 'updated' | 'relevance' | 'none';
  /** True if a crawl can read every review, however old. */
  fullHistory: boolean;
  /** How a page is addressed. With `number`, a resumed crawl reads the page before its checkpoint again. */
  paging: 'number' | 'cursor';
  rating: boolean;
  text: boolean;
  media: boolean;
  ownerReply: boolean;
}

interface UrlPattern {
  /** Named groups become the profile key. */
  re: RegExp;
  /** Examples that must match this platform and no other one. The conformance suite tests them. */
  yes: readonly string[];
  /** Examples that must not match. */
  no: readonly string[];
}

export interface PlatformMeta {
  /** Number of the catalogue entry. It never changes and is never reused. */
  typeId: number;
  slug: string;
  label: string;
  aliases: readonly string[];
  category: 'apps' | 'website' | 'local' | 'commerce' | 'travel' | 'software' | 'survey' | 'support';
  /** Data URI or URL of a small square logo. */
  logo: string | null;
  method: ConnectionMethod;
  ratingScale: number;
  /** Every host that the adapter may request. `any` is for platforms that read the customer's own site. */
  hosts: readonly string[] | 'any';
  rate: {
    perSecond: number;
    burst: number;
    /** The maximum of concurrent crawls of this platform, over all replicas. */
    crawls: number;
  };
  /** `api` means a documented API or feed, to which robots.txt does not apply. */
  robots: 'obey' | 'api';
  required: readonly ConnectionField[];
  optional: readonly ConnectionField[];
  urlExample: string | null;
  /** What the customer has to do to connect. Returned by GET /channels/types/{type}. */
  instructions: string;
  caps: Capabilities;
  urls: readonly UrlPattern[];
  /** True for a platform that accepts any web page. It gets only the URLs that match no other platform. */
  catchAll?: boolean;
  /** Codes that `countries` may contain. */
  countries?: readonly string[];
  /** Codes that `stores` may contain. */
  stores?: readonly string[];
  /** The maximum number of pages that a crawl reads of one partition. */
  maxPages: number;
}

/** Identifies a profile to its adapter, for example `{ id, country }`. */
export type ProfileKey = Readonly<Record<string, string>>;

export interface ChannelConfig {
  url?: string;
  accessToken?: string;
  trendId?: string;
  stores?: readonly string[];
  countries?: readonly string[];
}

/** The score and review count that the platform publishes for a profile. */
export interface OfficialFigures {
  score: number | null;
  scoreScale: number;
  reviews: number | null;
}

export interface ProfileInfo<K extends ProfileKey = ProfileKey> extends OfficialFigures {
  key: K;
  /** Equal for every spelling of the same profile URL. Two channels with the same identity are duplicates. */
  identity: string;
  name: string;
  /** The canonical URL of the profile. */
  url: string | null;
  /** Platform details worth showing, for example an icon. */
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

/** Identifies the next page. It is stored as JSON in the checkpoint. */
export type Cursor = string | number;

export interface PageRequest<K extends ProfileKey, C extends Cursor> {
  key: K;
  config: ChannelConfig;
  /** A store or country; `''` if the platform has neither. */
  partition: string;
  /** Null for the first page. */
  cursor: C | null;
}

/** A page of reviews in the platform's own form. */
export interface Page<C extends Cursor, Row> {
  rows: readonly Row[];
  /** Null at the end of the partition. */
  next: C | null;
  /** The official figures, if the page contains them. profile() is not called then. */
  figures?: OfficialFigures;
}

export interface NormalizedPage {
  reviews: readonly NormalizedReview[];
  /** The reasons why rows could not be normalised. Too many rejected rows mean that the layout changed. */
  rejected: readonly string[];
}

export interface HttpOptions {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  accept?: 'json' | 'html' | 'xml';
}

export interface HttpResponse {
  status: number;
  /** The URL of the response, after redirects. */
  url: string;
  text(): string;
  /** Parses the body. Throws LAYOUT_CHANGED if it is not JSON, or BLOCKED if it is a bot challenge. */
  json<T = unknown>(): T;
}

/**
 * Sends the adapter's requests, paced, limited in size and time, and after a check of robots.txt. Throws a CrawlError for a
 * status of 400 and above.
 */
export interface Http {
  get(url: string | URL, options?: HttpOptions): Promise<HttpResponse>;
}

export interface Ctx<Parsed = unknown> {
  http: Http;
  now(): Date;
  /**
   * Runs the platform's `read` on a response, in a worker thread with limits of time and memory. Throws TOO_COMPLEX beyond
   * them.
   */
  read(response: HttpResponse): Promise<Parsed>;
}

/**
 * A review platform. Each platform is one file that exports one of these, plus fixtures. The crawler does the rest: paging,
 * the stop rule, de-duplication, storage, retries and pacing. `fetchPage` and `normalize` are separate, so that the mapping
 * can be tested with saved rows and without a network. Rows are plain data, because they are copied into a worker thread.
 */
export interface Platform<
  K extends ProfileKey = ProfileKey,
  C extends Cursor = Cursor,
  Row = unknown,
  Parsed = unknown,
> {
  readonly meta: PlatformMeta;
  /** Returns the profile that a canonical URL points to, or null. Pure. */
  match(url: URL): K | null;
  /** Reads the profile before it is connected. Throws INVALID_PROFILE or NOT_FOUND if it does not exist. */
  validate(config: ChannelConfig, ctx: Ctx<Parsed>): Promise<ProfileInfo<K>>;
  /** Reads the official score and review count. */
  profile(key: K, config: ChannelConfig, ctx: Ctx<Parsed>): Promise<OfficialFigures>;
  /** Returns the stores or countries to read one after another, or `['']` if the platform has neither. */
  partitions(key: K, config: ChannelConfig): readonly string[];
  /** Reads one page of reviews. */
  fetchPage(request: PageRequest<K, C>, ctx: Ctx<Parsed>): Promise<Page<C, Row>>;
  /**
   * Reads the body of a response for `ctx.read`. Returns plain data of a bounded size. Pure. A platform whose responses are
   * JSON does without it, because `JSON.parse` takes a time that grows with the length of the body only.
   */
  read?(body: string, url: string): Parsed;
  /**
   * Turns the rows of one page into reviews with ids that are unique within the channel. Pure. The crawler runs it in the
   * worker thread too.
   */
  normalize(rows: readonly Row[], now: Date): NormalizedPage;
}

/** Normalises rows one by one. A row whose normalisation throws a RangeError is rejected with the error's message. */
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

/** Returns a logo as a data URI: a square with a letter, because the real logos are trademarks. */
export function letterLogo(letter: string, colour: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/>` +
    `<text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
