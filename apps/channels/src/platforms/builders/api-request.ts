import type { Ctx, HttpOptions, HttpResponse, PostOptions } from '../context';
import type { PlatformMeta } from '../platform';
import { CrawlError } from '../crawl-error';
import { layoutChanged } from './api-errors';

/** A request: a GET, or a POST if it has a body. */
export type ApiRequest = { url: string } & (HttpOptions | PostOptions);

/** Sends a request and parses the answer, which must be an object or a list. */
export async function readJson<Body extends object>(
  meta: PlatformMeta,
  request: ApiRequest,
  ctx: Ctx,
): Promise<Body> {
  return bodyOf<Body>(meta, await send(request, ctx));
}

/** Sends a request and accepts JSON. */
export function send(request: ApiRequest, { http }: Ctx): Promise<HttpResponse> {
  const options = { accept: 'json', ...request } as const;
  return isPost(options) ? http.post(request.url, options) : http.get(request.url, options);
}

function isPost(request: ApiRequest): request is { url: string } & PostOptions {
  return 'json' in request || 'form' in request;
}

/** Returns the JSON of an answer. Throws LAYOUT_CHANGED if it is neither an object nor a list. */
export function bodyOf<Body extends object>(meta: PlatformMeta, response: HttpResponse): Body {
  const body = response.json();
  if (typeof body !== 'object' || body === null) throw layoutChanged(meta);
  return body as Body;
}

/** Returns the parts of a key that consists of several values with colons between them. Throws CREDENTIALS_INVALID. */
export function keyParts(token: string, names: readonly string[]): string[] {
  const parts = token.split(':');
  const last = parts.slice(names.length - 1).join(':');
  const given = [...parts.slice(0, names.length - 1), last].map((part) => part.trim());
  if (given.length === names.length && given.every((part) => part !== '')) return given;
  const form = names.map((name) => `<${name}>`).join(':');
  throw new CrawlError('CREDENTIALS_INVALID', `access_token must have the form ${form}.`);
}

/** What a header may contain of a key. Keys of known platforms have at most a few hundred characters. */
const KEY = /^[\x21-\x7e]{1,4096}$/;

/** Returns a key as a header can contain it. Throws CREDENTIALS_INVALID if none can. */
export function headerKey(token: string): string {
  const key = token.trim();
  if (KEY.test(key)) return key;
  const msg = 'access_token has spaces or special characters. Copy it again.';
  throw new CrawlError('CREDENTIALS_INVALID', msg);
}

/** Returns the Authorization header with a key. Throws CREDENTIALS_INVALID if a header cannot contain the key. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${headerKey(token)}` };
}

/** Returns the Authorization header with the key of the customer, or with the token of a platform with sign-in. */
export async function bearerOf(ctx: Ctx): Promise<{ authorization: string }> {
  return bearer(await ctx.token());
}

/** Returns the Authorization header with a name and a password (RFC 7617). */
export function basic(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
