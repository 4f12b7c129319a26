import { type ApiRequest, readJson } from './api-request';
import { layoutChanged } from './api-errors';
import type { Ctx } from '../context';
import type { PlatformMeta } from '../platform';

/** The tokens of the crawls and profile checks that run. */
const granted = new WeakMap<Ctx, Promise<string>>();

/**
 * Returns the access token that a token endpoint grants for the customer's key. `grantOf` returns its request. It is requested once for a crawl or profile
 * check, whose `ctx` no other one shares and which is shorter than the token's life.
 */
export function grantedToken(
  meta: PlatformMeta,
  ctx: Ctx,
  grantOf: () => Promise<ApiRequest>,
): Promise<string> {
  const known = granted.get(ctx);
  if (known) return known;
  const token = requestToken(meta, ctx, grantOf);
  granted.set(ctx, token);
  token.catch(() => granted.delete(ctx));
  return token;
}

async function requestToken(
  meta: PlatformMeta,
  ctx: Ctx,
  grantOf: () => Promise<ApiRequest>,
): Promise<string> {
  const answer = await readJson<{ access_token?: unknown }>(meta, await grantOf(), ctx);
  if (typeof answer.access_token !== 'string') throw layoutChanged(meta);
  return answer.access_token;
}
