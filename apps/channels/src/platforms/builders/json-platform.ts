import { truncate } from '@plaudit/runtime/content';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { type ApiRequest, bodyOf, layoutChanged, readJson, send } from './api-request';
import { CrawlError } from '../crawl-error';
import type { Ctx } from '../context';
import {
  type ChannelConfig,
  type Cursor,
  normalizeRows,
  type OfficialFigures,
  type Page,
  type PageRequest,
  type Platform,
  type PlatformMeta,
  type ProfileInfo,
  type ProfileKey,
} from '../platform';
import { matchConfig, matchUrl } from './match-url';
import { type ReviewDraft, toReview, withDerivedIds } from './review-draft';

/** Rows of one page that are read. The largest page of a platform has 1,000. */
const MAX_ROWS = 1_000;
/** The longest cursor that a checkpoint keeps. It may be a URL. */
const MAX_CURSOR = 4_096;

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

export interface JsonRow<K extends ProfileKey> extends Located<K, unknown> {
  row: unknown;
}

/**
 * A platform whose answers are JSON. `Body` and `Row` describe what is documented. Declare every field as optional, and read
 * it with `?.`: an answer may have another form. A TypeError while a row is read rejects the row.
 */
export interface JsonPlatformSpec<
  K extends ProfileKey,
  C extends Cursor,
  Body,
  Row,
  Extra = undefined,
> extends Pick<Platform<K, C>, 'oauth' | 'discover' | 'errorOf'> {
  meta: PlatformMeta;
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
  about?(key: K, config: ChannelConfig, ctx: Ctx): Promise<About<K>>;
  /** The stores or countries to read one after another. Default: one partition. */
  partitions?(key: K, config: ChannelConfig): readonly string[];
  /** Returns the request of a page. */
  request(page: PageRequest<K, C>, ctx: Ctx): ApiRequest | Promise<ApiRequest>;
  /** Returns the rows of a page. Anything but a list means that the layout changed. */
  rows(body: Body): readonly Row[] | null | undefined;
  /** Returns the cursor of the next page, or null. */
  next(page: ApiPage<K, C, Body>): C | null;
  /**
   * Requests what the reviews of a page need besides its rows, such as names of authors. Returns plain data of a bounded size,
   * which `review` gets with each row. A row may have any form.
   */
  extra?(rows: readonly (Row | null | undefined)[], page: PageRequest<K, C>, ctx: Ctx): Promise<Extra>;
  /** Returns what the first page of reviews says about the profile. Not used for a channel with several partitions. */
  figures?(body: Body, key: K): Omit<About, 'key'>;
  /** Returns the review of a row, or null if the row is something else. Pure. */
  review(row: Row, at: Located<K, Extra>): ReviewDraft | null;
  /** What relative URLs in reviews refer to. */
  base?: string;
}

/** Makes a platform of its requests, rows and reviews. */
export function jsonPlatform<
  K extends ProfileKey,
  C extends Cursor,
  Body extends object,
  Row extends object,
  Extra = undefined,
>(spec: JsonPlatformSpec<K, C, Body, Row, Extra>): Platform<K, C, JsonRow<K>> {
  const { meta } = spec;
  const platform: Platform<K, C, JsonRow<K>> = {
    ...(spec.oauth ? { oauth: spec.oauth } : {}),
    ...(spec.discover
      ? { discover: (search, ctx) => spec.discover?.(search, ctx) ?? Promise.resolve([]) }
      : {}),
    ...(spec.errorOf ? { errorOf: (response) => spec.errorOf?.(response) ?? null } : {}),
    meta,

    match: (url) => matchUrl(meta, url, spec.keyOfUrl),

    async validate(config, ctx): Promise<ProfileInfo<K>> {
      const named = keyOfConfig(platform, spec, config);
      const about = await asDocumented(meta, () => aboutOf(spec, named, config, ctx));
      const key = about.key ?? named;
      return {
        key,
        identity: truncate(spec.identityOf?.(key, config) ?? Object.values(key).join(' '), 500),
        name: collectedLine(about.name, 191) || meta.label,
        url: about.url ?? null,
        ...figuresOf(meta, about),
        meta: about.meta ?? null,
      };
    },

    async profile(key, config, ctx) {
      return figuresOf(meta, await asDocumented(meta, () => aboutOf(spec, key, config, ctx)));
    },

    partitions: (key, config) => spec.partitions?.(key, config) ?? [''],

    fetchPage: (request, ctx) => asDocumented(meta, () => readPage(spec, request, ctx)),

    normalize(rows, now) {
      const terms = { now, scale: meta.ratingScale, ...(spec.base === undefined ? {} : { base: spec.base }) };
      const page = normalizeRows(rows, (located) => {
        const draft = draftOf(spec, located);
        return draft && toReview(draft, terms);
      });
      return { ...page, reviews: withDerivedIds(page.reviews) };
    },
  };
  return platform;
}

function keyOfConfig<K extends ProfileKey>(
  { match, meta }: Pick<Platform<K>, 'match' | 'meta'>,
  { keyOf }: { keyOf?(config: ChannelConfig): K },
  config: ChannelConfig,
): K {
  // The URL of a channel may be a link of the platform that is no pattern of a profile.
  if (keyOf && (config.url === undefined || meta.urls.length === 0)) return keyOf(config);
  const key = matchConfig(match, config);
  if (key) return key;
  const example = meta.urlExample === null ? '' : ` Send one such as ${meta.urlExample}.`;
  throw new CrawlError('INVALID_PROFILE', `This is not the URL of a profile on ${meta.label}.${example}`);
}

/** Reads a page of reviews, with the figures if it has those of the whole profile. */
async function readPage<K extends ProfileKey, C extends Cursor, Body extends object, Row, Extra>(
  spec: JsonPlatformSpec<K, C, Body, Row, Extra>,
  request: PageRequest<K, C>,
  ctx: Ctx,
): Promise<Page<C, JsonRow<K>>> {
  const { key, config, partition, cursor } = request;
  const response = await send(await spec.request(request, ctx), ctx);
  const body = bodyOf<Body>(spec.meta, response);
  const listed = spec.rows(body);
  if (!Array.isArray(listed)) throw layoutChanged(spec.meta);
  const read = (listed as unknown[]).slice(0, MAX_ROWS);
  const extra = await spec.extra?.(read as (Row | null | undefined)[], request, ctx);
  const rows = read.map((row) => ({ row, key, partition, extra }));
  const header = (name: string): string | null => response.header(name);
  const next = spec.next({ body, count: rows.length, request, header });
  // A partition must not end because its cursor cannot be stored. The rest would count as removed.
  if (next !== null && !isCursor(next)) throw layoutChanged(spec.meta);
  const isWhole = cursor === null && (spec.partitions?.(key, config) ?? ['']).length === 1;
  if (!isWhole || !spec.figures) return { rows, next };
  return { rows, next, figures: figuresOf(spec.meta, spec.figures(body, key)) };
}

function isCursor(next: unknown): boolean {
  return typeof next === 'number' || (typeof next === 'string' && next.length <= MAX_CURSOR);
}

/** Reads an answer. Throws LAYOUT_CHANGED if reading it fails because it has another form than documented. */
async function asDocumented<Read>(meta: PlatformMeta, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof TypeError ? layoutChanged(meta, error) : error;
  }
}

/** Reads what the platform says about a profile. */
async function aboutOf<K extends ProfileKey, C extends Cursor, Body extends object, Row, Extra>(
  spec: JsonPlatformSpec<K, C, Body, Row, Extra>,
  key: K,
  config: ChannelConfig,
  ctx: Ctx,
): Promise<About<K>> {
  if (spec.about) return spec.about(key, config, ctx);
  const [partition = ''] = spec.partitions?.(key, config) ?? [''];
  const request = await spec.request({ key, config, partition, cursor: null }, ctx);
  const body = await readJson<Body>(spec.meta, request, ctx);
  if (!Array.isArray(spec.rows(body))) throw layoutChanged(spec.meta);
  return spec.figures?.(body, key) ?? {};
}

function figuresOf(meta: PlatformMeta, { score, scale, reviews }: About): OfficialFigures {
  const scoreScale = scale ?? meta.ratingScale;
  const value = parseDecimal(score);
  const isScore = value !== null && value > 0 && value <= scoreScale;
  return { score: isScore ? roundScore(value) : null, scoreScale, reviews: parseCount(reviews) };
}

/** Returns the draft of a row. A row of another form than documented is rejected. */
function draftOf<K extends ProfileKey, C extends Cursor, Body, Row, Extra>(
  { review }: JsonPlatformSpec<K, C, Body, Row, Extra>,
  { row, ...at }: JsonRow<K>,
): ReviewDraft | null {
  if (typeof row !== 'object' || row === null) throw new RangeError('A row is not an object');
  try {
    return review(row as Row, at as Located<K, Extra>);
  } catch (error) {
    if (error instanceof TypeError)
      throw new RangeError('A row has another form than documented', { cause: error });
    throw error;
  }
}
