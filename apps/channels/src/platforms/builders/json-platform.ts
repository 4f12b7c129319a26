import { truncate, webUrl } from '@plaudit/runtime/content';
import { dateOrderOf } from '../../normalise/dates';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { errorOfReason, layoutChanged } from './api-errors';
import { type ApiRequest, bodyOf, send } from './api-request';
import { type JsonObject, valueAt, valueOf } from './json-paths';
import type { About, AboutFields, JsonPlatformSpec, Located, Read, RequestedAbout } from './json-spec';
import { CrawlError, OtherForm } from '../crawl-error';
import type { Ctx, ErrorResponse, HttpResponse } from '../context';
import {
  type ChannelConfig,
  type Cursor,
  type NormalizedPage,
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
import { draftOfFields } from './review-fields';

/** Rows of one page that are read. The largest page of a platform has 1,000. */
const MAX_ROWS = 1_000;
/** The longest cursor that a checkpoint keeps. It may be a URL. */
const MAX_CURSOR = 4_096;

export interface JsonRow<K extends ProfileKey> extends Located<K, unknown> {
  row: unknown;
}

/** Makes a platform of its requests, rows and reviews. */
export function jsonPlatform<
  K extends ProfileKey,
  C extends Cursor = never,
  Body extends object = JsonObject,
  Row extends object = JsonObject,
  Extra = undefined,
>(spec: JsonPlatformSpec<K, C, Body, Row, Extra>): Platform<K, C, JsonRow<K>> {
  const { meta } = spec;
  const platform: Platform<K, C, JsonRow<K>> = {
    ...(spec.oauth ? { oauth: spec.oauth } : {}),
    ...(spec.discover
      ? { discover: async (search, ctx) => spec.discover?.(search, ctx, readFor(spec, ctx)) ?? [] }
      : {}),
    errorOf: (response) => errorOf(spec, response),
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

    normalize: (rows, now) => normalized(spec, rows, now),
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

/** Returns the error of a response, or null for what the status alone says on every platform. */
function errorOf(
  {
    errors = {},
    errorsAreJson,
    errorOf: own,
  }: Pick<JsonPlatformSpec<never, never>, 'errors' | 'errorsAreJson' | 'errorOf'>,
  response: ErrorResponse,
): CrawlError | null {
  if (errorsAreJson && response.body === undefined) return null;
  const error = own?.(response) ?? errors[response.status] ?? null;
  return error === null || error instanceof CrawlError ? error : errorOfReason(error);
}

/** The parts of a platform that its requests depend on. */
type Sending = Pick<JsonPlatformSpec<never, never>, 'meta' | 'headers' | 'errorIn'>;

/** Sends a request with the headers of the platform. Throws the error that an answer may have in spite of its status. */
async function sendFor<Body extends object = JsonObject>(
  { meta, headers, errorIn }: Sending,
  request: ApiRequest,
  ctx: Ctx,
): Promise<{ response: HttpResponse; body: Body }> {
  const all = { ...(await headers?.(ctx)), ...request.headers };
  const response = await send({ ...request, headers: all }, ctx);
  const body = bodyOf<JsonObject>(meta, response);
  const reason = errorIn?.(body) ?? null;
  if (reason !== null) throw errorOfReason(reason);
  return { response, body: body as object as Body };
}

/** Returns how the functions of a platform send requests. */
export function readFor(spec: Sending, ctx: Ctx): Read {
  return async (request) => (await sendFor(spec, request, ctx)).body;
}

/** Reads a page of reviews, with the figures if it has those of the whole profile. */
async function readPage<K extends ProfileKey, C extends Cursor, Body extends object, Row, Extra>(
  spec: JsonPlatformSpec<K, C, Body, Row, Extra>,
  request: PageRequest<K, C>,
  ctx: Ctx,
): Promise<Page<C, JsonRow<K>>> {
  const { key, config, partition, cursor } = request;
  const { response, body } = await sendFor<Body>(
    spec,
    await spec.request(request, ctx, readFor(spec, ctx)),
    ctx,
  );
  const read = rowsOf(spec, body).slice(0, MAX_ROWS);
  const extra = await spec.extra?.(read as (Row | null | undefined)[], request, ctx, readFor(spec, ctx));
  const rows = read.map((row) => ({ row, key, partition, extra }));
  const header = (name: string): string | null => response.header(name);
  const next = spec.next({ body, count: rows.length, request, header });
  // A partition must not end because its cursor cannot be stored. The rest would count as removed.
  if (next !== null && !isCursor(next)) throw layoutChanged(spec.meta);
  const isWhole = cursor === null && (spec.partitions?.(key, config) ?? ['']).length === 1;
  if (!isWhole || !spec.figures) return { rows, next };
  return { rows, next, figures: figuresOf(spec.meta, saidOf(spec.figures, body, key)) };
}

/** Returns the rows of a page. */
function rowsOf<Body, Row>(
  { meta, rows }: Pick<JsonPlatformSpec<never, never, Body, Row>, 'meta' | 'rows'>,
  body: Body,
): readonly unknown[] {
  const listed: unknown = typeof rows === 'function' ? rows(body) : valueAt(body, rows);
  if (!Array.isArray(listed)) throw layoutChanged(meta);
  return listed;
}

function isCursor(next: unknown): boolean {
  return typeof next === 'number' || (typeof next === 'string' && next.length <= MAX_CURSOR);
}

/** Reads an answer. Throws LAYOUT_CHANGED if reading it fails because it has another form than documented. */
async function asDocumented<Read>(meta: PlatformMeta, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    // A URIError means a text that no URL can contain.
    const isOtherForm = error instanceof TypeError || error instanceof URIError;
    throw isOtherForm ? layoutChanged(meta, error) : error;
  }
}

/** Reads what the platform says about a profile. */
async function aboutOf<K extends ProfileKey, C extends Cursor, Body extends object, Row, Extra>(
  spec: JsonPlatformSpec<K, C, Body, Row, Extra>,
  key: K,
  config: ChannelConfig,
  ctx: Ctx,
): Promise<About<K>> {
  const { about, figures = {} } = spec;
  if (typeof about === 'function') return about(key, config, ctx, readFor(spec, ctx));
  if (about) return requestAbout(spec, about, key, ctx);
  const [partition = ''] = spec.partitions?.(key, config) ?? [''];
  const request = await spec.request({ key, config, partition, cursor: null }, ctx, readFor(spec, ctx));
  const { body } = await sendFor<Body>(spec, request, ctx);
  rowsOf(spec, body);
  return saidOf(figures, body, key);
}

/** Requests what a platform says about a profile or a store. */
export async function requestAbout<At>(
  spec: Sending,
  about: RequestedAbout<At> & { key?(body: JsonObject, at: At): At },
  at: At,
  ctx: Ctx,
): Promise<Omit<About, 'key'> & { key?: At }> {
  const body = await readFor(spec, ctx)(await about.request(at, ctx));
  if (about.needs !== undefined && valueAt(body, about.needs) === undefined) throw layoutChanged(spec.meta);
  const said = saidOf(about, body, at);
  // Without a key, the error of `key` says more than that of an empty answer.
  const known = about.key ? { ...said, key: about.key(body, at) } : said;
  if ([said.name, said.score, said.reviews].some((value) => (value ?? null) !== null)) return known;
  throw layoutChanged(spec.meta);
}

/** Returns what an answer says about a profile. */
function saidOf<Body, At>(
  fields: AboutFields<Body, At> | ((body: Body, at: At) => Omit<About, 'key'>),
  body: Body,
  at: At,
): Omit<About, 'key'> {
  if (typeof fields === 'function') return fields(body, at);
  const { name, url, score, reviews, meta } = fields;
  const scale = typeof fields.scale === 'function' ? fields.scale(body) : fields.scale;
  return {
    name: valueOf(name, body, at),
    url: typeof url === 'function' ? url(at, body) : webUrl(valueAt(body, url ?? [])),
    score: valueOf(score, body, at),
    ...(scale === undefined ? {} : { scale }),
    reviews: valueOf(reviews, body, at),
    ...(meta ? { meta: meta(body, at) } : {}),
  };
}

function figuresOf(meta: PlatformMeta, { score, scale, reviews }: About): OfficialFigures {
  const scoreScale = scale ?? meta.ratingScale;
  const value = roundScore(parseDecimal(score) ?? 0);
  const isScore = value > 0 && value <= scoreScale;
  return { score: isScore ? value : null, scoreScale, reviews: parseCount(reviews) };
}

/** Returns the reviews in the rows of one page, and why the others are not read. */
function normalized<K extends ProfileKey, C extends Cursor, Body extends object, Row extends object, Extra>(
  spec: JsonPlatformSpec<K, C, Body, Row, Extra>,
  rows: readonly JsonRow<K>[],
  now: Date,
): NormalizedPage {
  const { meta, base } = spec;
  const drafts = rows.map((located) => draftOrError(spec, located));
  const order = dateOrderOf(
    drafts.flatMap((draft) => (draft instanceof RangeError ? [] : [draft?.date, draft?.reply?.date])),
    now,
  );
  const terms = {
    now,
    scale: meta.ratingScale,
    plain: meta.caps.plain,
    ...(base === undefined ? {} : { base }),
    ...(order && { order }),
  };
  const page = normalizeRows(drafts, (draft) => {
    if (draft instanceof RangeError) throw draft;
    return draft && toReview(draft, terms);
  });
  return { ...page, reviews: withDerivedIds(page.reviews) };
}

/** Returns the draft of a row, null if the row is no review, or why it is rejected: it has another form than documented. */
function draftOrError<K extends ProfileKey, C extends Cursor, Body, Row extends object, Extra>(
  { review }: JsonPlatformSpec<K, C, Body, Row, Extra>,
  { row, ...at }: JsonRow<K>,
): ReviewDraft | RangeError | null {
  if (typeof row !== 'object' || row === null) return new OtherForm('A row is not an object');
  try {
    const located = at as Located<K, Extra>;
    return typeof review === 'function'
      ? review(row as Row, located)
      : draftOfFields(review, row as Row, located);
  } catch (error) {
    if (error instanceof RangeError) return error;
    if (error instanceof TypeError)
      return new OtherForm('A row has another form than documented', { cause: error });
    throw error;
  }
}
