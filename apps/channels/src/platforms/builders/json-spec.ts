import type { Ctx, ErrorResponse } from '../context';
import type { CrawlError } from '../crawl-error';
import type { ChannelConfig, Cursor, PageRequest, Platform, PlatformMeta, ProfileKey } from '../platform';
import type { ErrorTable, Reason } from './api-errors';
import type { ApiRequest } from './api-request';
import type { JsonObject, Path, Source } from './json-paths';
import type { ReviewDraft } from './review-draft';
import type { ReviewFields } from './review-fields';
import type { Candidate, Search } from '../search';

/** What a platform says about a profile. Every value may be of any type, because a stranger sent it. */
export interface About<K extends ProfileKey = ProfileKey> {
  /** The key to store, if the platform says more about the profile than its URL does. */
  key?: K;
  name?: unknown;
  /** The canonical URL of the profile. */
  url?: string | null;
  score?: unknown;
  /** Default: the `ratingScale` of the platform. */
  scale?: number;
  reviews?: unknown;
  /** Platform details worth showing. */
  meta?: Readonly<Record<string, unknown>>;
}

/** Where an answer has what it says about a profile. */
export interface AboutFields<Body, At> {
  name?: Source<Body, At>;
  /** The canonical URL of the profile. */
  url?: Path | ((at: At, body: Body) => string | null);
  score?: Source<Body, At>;
  /** Default: the `ratingScale` of the platform. */
  scale?: number | ((body: Body) => number);
  reviews?: Source<Body, At>;
  /** Platform details worth showing. */
  meta?(body: Body, at: At): Readonly<Record<string, unknown>>;
}

/** The same, of an answer that is requested for it. */
export interface RequestedAbout<At, Body = JsonObject> extends AboutFields<Body, At> {
  request(at: At, ctx: Ctx): ApiRequest | Promise<ApiRequest>;
  /** What the answer must have, besides a name, a score or a number of reviews. Without it, the layout has changed. */
  needs?: Path;
}

/** The same, of a profile that the answer may tell more about. */
export interface ProfileAbout<K extends ProfileKey> extends RequestedAbout<K> {
  /** Returns the key to store. Throws INVALID_PROFILE if the answer has none. */
  key?(body: JsonObject, named: K): K;
}

/** Sends a request with the `headers` of the platform, and returns its answer. Throws what `errorIn` says about the answer. */
export type Read = (request: ApiRequest) => Promise<JsonObject>;

/** A page of the platform's answers, from which the next cursor and the figures are read. */
export interface ApiPage<K extends ProfileKey, C extends Cursor, Body> {
  body: Body;
  /** The number of rows of the page. */
  count: number;
  request: PageRequest<K, C>;
  header(name: string): string | null;
}

/** A row with the profile and the partition that it was read from. */
export interface Located<K extends ProfileKey, Extra = undefined> {
  key: K;
  partition: string;
  /** What {@link JsonPlatformSpec.extra} returned for the page. */
  extra: Extra;
}

/**
 * A platform whose answers are JSON. Most of it are paths to what an answer has. `Body` and `Row` describe what functions read
 * of an answer and a row. Declare every field of them as optional, and read it with `?.`: an answer may have another form. A
 * TypeError means that the layout changed. While a row is read, it rejects the row.
 */
export interface JsonPlatformSpec<
  K extends ProfileKey,
  C extends Cursor,
  Body = JsonObject,
  Row = JsonObject,
  Extra = undefined,
> extends Pick<Platform<K, C>, 'oauth'> {
  meta: PlatformMeta;
  /** Searches for profiles. Returns at most 5 candidates, the best one first. */
  discover?(search: Search, ctx: Ctx, read: Read): Promise<readonly Candidate[]>;
  /** Returns headers of all requests that the builder sends. */
  headers?(ctx: Ctx): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** What a status means here. */
  errors?: ErrorTable;
  /** True if an error without JSON comes from something in front of the API. Then `errors` says nothing about it. */
  errorsAreJson?: true;
  /** Returns the error of a response with a status of 400 and above, if `errors` cannot say it. */
  errorOf?(response: ErrorResponse): CrawlError | Reason | null;
  /** Returns the error of an answer with another status, for platforms that do not use the status. */
  errorIn?(body: JsonObject): Reason | null;
  /** Returns the profile that the named groups of a URL pattern identify. Default: the groups. Null if it is no profile. */
  keyOfUrl?(groups: Readonly<Record<string, string>>, url: URL): K | null;
  /** Returns the profile of a configuration without a URL. Throws INVALID_PROFILE. */
  keyOf?(config: ChannelConfig): K;
  /** Equal for equal profiles. Default: the values of the key. */
  identityOf?(key: K, config: ChannelConfig): string;
  /**
   * Reads the name, the URL and the official figures of a profile. Throws NOT_FOUND or INVALID_PROFILE. Default: the first
   * page of reviews, of which `figures` has all of it.
   */
  about?: ProfileAbout<K> | ((key: K, config: ChannelConfig, ctx: Ctx, read: Read) => Promise<About<K>>);
  /** The stores or countries to read one after another. Default: one partition. */
  partitions?(key: K, config: ChannelConfig): readonly string[];
  /** Returns the request of a page. */
  request(page: PageRequest<K, C>, ctx: Ctx, read: Read): ApiRequest | Promise<ApiRequest>;
  /** The rows of a page. Anything but a list means that the layout changed. */
  rows: Path | ((body: Body) => unknown);
  /** Returns the cursor of the next page, or null. */
  next(page: ApiPage<K, C, Body>): C | null;
  /**
   * Requests what the reviews of a page need besides its rows, such as names of authors. Returns plain data of a bounded size,
   * which `review` gets with each row. A row may have any form.
   */
  extra?(
    rows: readonly (Row | null | undefined)[],
    page: PageRequest<K, C>,
    ctx: Ctx,
    read: Read,
  ): Promise<Extra>;
  /** What the first page of reviews says about the profile. Not used for a channel with several partitions. */
  figures?: AboutFields<Body, K> | ((body: Body, key: K) => Omit<About, 'key'>);
  /** Where a row has its review, or a function that returns it, or null if the row is something else. Pure. */
  review: ReviewFields<Row, Located<K, Extra>> | ((row: Row, at: Located<K, Extra>) => ReviewDraft | null);
  /** What relative URLs in reviews refer to. */
  base?: string;
}
