import type { CollectedReview, DatePrecision } from '@plaudit/contracts';
import type { Category } from './categories';
import type { Ctx, ErrorResponse } from './context';
import { type CrawlError, OtherForm } from './crawl-error';
import type { OAuthFlow } from './oauth-flow';
import type { Proof } from './proof';
import type { Candidate, Search } from './search';

/** How a customer connects a channel of the platform. */
type ConnectionMethod = 'url' | 'oauth' | 'credentials' | 'dashboard';

/** A field of the request body of POST /channels/add. */
export type ConnectionField = 'url' | 'access_token' | 'trend_id' | 'subdomain' | 'stores' | 'countries';

/** What the platform delivers. The stop rule of a crawl and the features in the catalogue depend on it. */
export interface Capabilities {
  /**
   * The order in which the platform lists reviews. Only with `newest` (posted last) and `updated` (posted or edited last)
   * may a crawl stop before the end.
   */
  order: 'newest' | 'updated' | 'oldest' | 'relevance' | 'none';
  /**
   * True if a crawl can read every review, however old. `counted` if that differs between profiles: a crawl has read every review
   * of a profile if it has read as many as the platform counts.
   */
  fullHistory: boolean | 'counted';
  /**
   * How a page is addressed. With `number`, a resumed crawl reads the page before its checkpoint again. `none` is for a
   * platform that shows all its reviews on one page.
   */
  paging: 'number' | 'cursor' | 'none';
  rating: boolean;
  text: boolean;
  /** True if the platform delivers plain text. Nothing in it is HTML then: no tag is removed, and no entity is decoded. */
  plain?: true;
  media: boolean;
  ownerReply: boolean;
}

/** Settings with the operator's own keys of platforms. ChannelsEnv has them. */
export const OPERATOR_KEYS = [
  'ETSY_API_KEY',
  'GOOGLE_PLACES_API_KEY',
  'TRIPADVISOR_API_KEY',
  'TRUSTPILOT_API_KEY',
  'YELP_API_KEY',
] as const;
export type OperatorKey = (typeof OPERATOR_KEYS)[number];

/** Platforms that are connected by signing in. ChannelsEnv has a client id and secret of each. */
export const OAUTH_PLATFORMS = [
  'ebay',
  'facebook',
  'google_business',
  'help_scout',
  'intercom',
  'zendesk',
] as const;

/** What `stores` of a platform may contain, if the platform has no closed list of codes. */
interface StoreRule {
  /** A store must match this. It has no whitespace, comma or semicolon. */
  re: RegExp;
  /** What one store is, for error messages: `the domain of a shop`. */
  what: string;
  example: string;
  /** The maximum number of stores of one channel. */
  max: number;
}

export interface PlatformMeta {
  /** Number of the catalogue entry. It never changes and is never reused. */
  typeId: number;
  slug: string;
  label: string;
  aliases: readonly string[];
  category: Category;
  /** Data URI or URL of a small square logo. */
  logo: string | null;
  method: ConnectionMethod;
  /** Null for a platform without an adapter. */
  proof: Proof | null;
  ratingScale: number;
  /**
   * Every host that the adapter may request. A leading dot stands for any name below a domain: `.zendesk.com`. `any` is for
   * platforms that read the customer's own site.
   */
  hosts: readonly string[] | 'any';
  rate: {
    perSecond: number;
    burst: number;
    /** The maximum of concurrent crawls of this platform, over all replicas. */
    crawls: number;
  };
  /** `api` means a documented API or feed, to which robots.txt does not apply. */
  robots: 'obey' | 'api';
  /** Hosts of a documented API, if a platform with `robots: 'obey'` has both a site and an API. */
  apiHosts?: readonly string[];
  /** True if the platform asks for proof of a human visitor at times, and no longer does within minutes. */
  challengePasses?: true;
  /** The setting with the operator's own key of the platform, which `ctx.operatorKey()` returns. */
  operatorKey?: OperatorKey;
  required: readonly ConnectionField[];
  optional: readonly ConnectionField[];
  urlExample: string | null;
  /** What the customer has to do to connect. Returned by GET /channels/types/{type}. */
  instructions: string;
  caps: Capabilities;
  /**
   * Patterns of the URLs of profiles. Named groups become the profile key. `fixtures/urls.json` has URLs that must match, and
   * others that must not.
   */
  urls: readonly RegExp[];
  /** True for a platform that accepts any web page. It gets only the URLs that match no other platform. */
  catchAll?: boolean;
  /** True for a platform that reads markup of any page or feed: if it cannot be read, the page has to be corrected. */
  writtenByOthers?: true;
  /**
   * True for a platform whose profiles are web sites of any domain, which their URL does not tell apart. Only the type that
   * the customer names leads to it.
   */
  namedByType?: boolean;
  /** Codes that `countries` may contain. */
  countries?: readonly string[];
  /** What `stores` may contain: one of these codes, or anything that follows the rule. */
  stores?: readonly string[] | StoreRule;
  /** The maximum number of pages that a crawl reads of one partition. */
  maxPages: number;
}

/** Identifies a profile to its adapter, for example `{ id, country }`. */
export type ProfileKey = Readonly<Record<string, string>>;

export interface ChannelConfig {
  url?: string;
  /** The customer's own key of the platform. A platform reads it, or the token of an OAuth platform, with `ctx.token()`. */
  accessToken?: string;
  trendId?: string;
  subdomain?: string;
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
  'postedOn' | 'postedPrecision' | 'media' | 'reply' | 'additional'
> {
  idKind: 'native' | 'derived';
  /** The id that it may have been stored with, if its native id may come from a template. See `pageIds`. */
  otherId?: string;
  postedOn: Date;
  postedPrecision: DatePrecision;
  /** The date as the platform sent it, at most 80 characters, if it cannot be read. Absent if it can, or if there is none. */
  unreadDate?: string;
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

/** Something on a page that its reader could not understand. The channel shows it until a crawl no longer meets it. */
export interface Notice {
  code: 'unreadable_dates' | 'broken_markup' | 'unreadable_rows';
  /** How many things could not be understood. */
  count: number;
  /** Of how many. Null if that is not known. */
  total: number | null;
  /** The first of them: what was sent, or where and why reading ended. At most 200 characters. */
  example: string | null;
}

/** A page of reviews in the platform's own form. */
export interface Page<C extends Cursor, Row> {
  rows: readonly Row[];
  /** Null at the end of the partition. */
  next: C | null;
  /** The official figures, if the page contains them. profile() is not called then. */
  figures?: OfficialFigures;
  notices?: readonly Notice[];
}

export interface NormalizedPage {
  reviews: readonly NormalizedReview[];
  /** The reasons why rows could not be normalised. */
  rejected: readonly string[];
  /** How many of them have another form than documented. Too many mean that the layout changed. Absent for none. */
  otherForm?: number;
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
  /** How to connect by signing in. Required for the method `oauth`. */
  readonly oauth?: OAuthFlow;
  /** Searches for profiles. Returns at most 5 candidates, the best one first. */
  discover?(search: Search, ctx: Ctx<Parsed>): Promise<readonly Candidate[]>;
  /** Returns the error of a response with a status of 400 and above, or null for what the status alone says. Pure. */
  errorOf?(response: ErrorResponse): CrawlError | null;
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

/**
 * Normalises rows one by one. A row for which `normalizeRow` returns null is no review and is skipped. A row for which it
 * throws a RangeError is rejected with the error's message. With an {@link OtherForm}, it also counts as a changed layout.
 */
export function normalizeRows<Row>(
  rows: readonly Row[],
  normalizeRow: (row: Row) => NormalizedReview | null,
): NormalizedPage {
  const reviews: NormalizedReview[] = [];
  const rejected: string[] = [];
  let otherForm = 0;
  for (const row of rows) {
    try {
      const review = normalizeRow(row);
      if (review !== null) reviews.push(review);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      rejected.push(error.message);
      if (error instanceof OtherForm) otherForm++;
    }
  }
  return { reviews, rejected, ...(otherForm > 0 ? { otherForm } : {}) };
}
