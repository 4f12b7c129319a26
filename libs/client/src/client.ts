import createClient, {
  type Client,
  type ClientOptions as FetchOptions,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import type {
  FilterKeys,
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from 'openapi-typescript-helpers';
import type { components, operations, paths } from './generated/api';
import { idempotencyKeys } from './idempotency';
import { PlauditError } from './plaudit-error';
import { type Fetch, retryAfterOf, type RetryOptions, withRetries } from './retry';

/** A named object of the API: `Schema<'Review'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A type of widget, such as `list`. */
export type WidgetType = Schema<'Widget'>['type'];
/** The complete settings of a widget of one type, as a response has them: `WidgetSettings<'list'>`. */
export type WidgetSettings<Type extends WidgetType = WidgetType> = Extract<
  Schema<'Widget'>,
  { type: Type }
>['settings'];
/** The settings to change. Those that are left out stay. `null` restores the default of a setting that cannot be null. */
export type WidgetSettingsInput<Type extends WidgetType = WidgetType> = NonNullable<
  Extract<Schema<'WidgetAddInput'>, { type: Type }>['settings']
>;

/** Filters of GET /reviews/get. */
export type ReviewQuery = NonNullable<operations['listReviews']['parameters']['query']>;
/** Filters of GET /widgets/{id}/reviews. */
export type WidgetReviewQuery = NonNullable<operations['listWidgetReviews']['parameters']['query']>;

interface CommonOptions {
  /** The address of the gateway, such as `https://reviews.example.com`. It may end in `/public/v1` and in a slash. */
  baseUrl: string;
  retries?: RetryOptions;
  /** Default: the fetch of the runtime. */
  fetch?: Fetch;
}

/** For a program that has an API key. */
export interface KeyClientOptions extends CommonOptions {
  apiKey: string;
  session?: undefined;
}

/** For a page of the gateway on which a user is signed in. The browser adds the session's cookie. */
export interface SessionClientOptions extends CommonOptions {
  session: {
    /** The sub account that all requests act for. */
    subAccountId: number;
  };
  apiKey?: undefined;
}

export type ClientOptions = KeyClientOptions | SessionClientOptions;

type Json = 'application/json';
type Answer<Path extends keyof paths, Method extends HttpMethod> =
  FilterKeys<paths[Path], Method> extends {
    responses: infer Responses extends Record<string | number, unknown>;
  }
    ? SuccessResponse<Responses>
    : never;
type Options<Path extends keyof paths, Method extends HttpMethod & keyof paths[Path]> =
  RequiredKeysOf<MaybeOptionalInit<paths[Path], Method>> extends never
    ? [options?: MaybeOptionalInit<paths[Path], Method>]
    : [options: MaybeOptionalInit<paths[Path], Method>];

interface Page {
  limit: number;
  items: Schema<'Review'>[];
  next_cursor?: string;
}

const API = '/public/v1';
/** The same operations for the session of a signed-in user. */
const SESSION_API = '/app/api';
/** The largest page, for fewer requests. */
const MAX_PAGE = 100;

/**
 * A client of the API, typed by its OpenAPI document. A method returns the body of a success and throws {@link PlauditError}
 * for every other response.
 *
 * @example
 * const client = new PlauditClient({ baseUrl: 'https://reviews.example.com', apiKey: 'rk_…' });
 * const review = await client.get('/reviews/get/{id}', { params: { path: { id: 4711 } } });
 */
export class PlauditClient {
  private readonly api: Client<paths, Json>;
  private readonly now: (() => number) | undefined;

  constructor(options: ClientOptions) {
    const { retries, fetch = (request) => globalThis.fetch(request) } = options;
    this.now = retries?.now;
    this.api = createClient<paths, Json>({
      ...accessOf(options),
      fetch: withRetries(fetch, retries),
    });
    this.api.use(idempotencyKeys);
  }

  get<Path extends PathsWithMethod<paths, 'get'>>(
    path: Path,
    ...[options]: Options<Path, 'get'>
  ): Promise<Answer<Path, 'get'>> {
    return this.send('get', path, options) as Promise<Answer<Path, 'get'>>;
  }

  post<Path extends PathsWithMethod<paths, 'post'>>(
    path: Path,
    ...[options]: Options<Path, 'post'>
  ): Promise<Answer<Path, 'post'>> {
    return this.send('post', path, options) as Promise<Answer<Path, 'post'>>;
  }

  put<Path extends PathsWithMethod<paths, 'put'>>(
    path: Path,
    ...[options]: Options<Path, 'put'>
  ): Promise<Answer<Path, 'put'>> {
    return this.send('put', path, options) as Promise<Answer<Path, 'put'>>;
  }

  delete<Path extends PathsWithMethod<paths, 'delete'>>(
    path: Path,
    ...[options]: Options<Path, 'delete'>
  ): Promise<Answer<Path, 'delete'>> {
    return this.send('delete', path, options) as Promise<Answer<Path, 'delete'>>;
  }

  /** Yields every review that matches the filters, newest first or in the order of `sort`. `limit` is the page size. */
  reviews(query: ReviewQuery = {}): AsyncGenerator<Schema<'Review'>, void> {
    return eachReview((cursor) =>
      this.get('/reviews/get', { params: { query: { limit: MAX_PAGE, ...query, ...cursor } } }),
    );
  }

  /** Yields the reviews of one widget, by default the approved ones. */
  widgetReviews(id: number, query: WidgetReviewQuery = {}): AsyncGenerator<Schema<'Review'>, void> {
    return eachReview((cursor) =>
      this.get('/widgets/{id}/reviews', {
        params: { path: { id }, query: { limit: MAX_PAGE, ...query, ...cursor } },
      }),
    );
  }

  private async send(method: HttpMethod, path: keyof paths, options: unknown): Promise<unknown> {
    // The public methods check that path and options match. No single type expresses that for all of them.
    const request = this.api.request as (...parts: unknown[]) => Promise<{
      data?: unknown;
      error?: unknown;
      response: Response;
    }>;
    const { data, error, response } = await request(method, path, options);
    if (!response.ok) throw PlauditError.of(response, error, retryAfterOf(response, this.now));
    return data;
  }
}

function accessOf({ baseUrl, session, apiKey }: ClientOptions): FetchOptions {
  const gateway = baseUrl.replace(/(\/public\/v1)?\/*$/, '');
  if (!session) {
    return { baseUrl: `${gateway}${API}`, headers: { Authorization: `Basic ${btoa(`:${apiKey}`)}` } };
  }
  return {
    baseUrl: `${gateway}${SESSION_API}`,
    headers: { 'X-Sub-Account': String(session.subAccountId) },
    // The cookie goes to the gateway's own pages only.
    credentials: 'same-origin',
  };
}

async function* eachReview(
  pageAfter: (cursor: object) => Promise<Page>,
): AsyncGenerator<Schema<'Review'>, void> {
  let cursor = {};
  for (;;) {
    const { items, limit, next_cursor } = await pageAfter(cursor);
    yield* items;
    if (items.length < limit) return;
    // Replaces the place at which the caller began.
    cursor = { cursor: next_cursor, before_ts: undefined, before_id: undefined };
  }
}
