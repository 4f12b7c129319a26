import { errorOfReason, layoutChanged, type Reason } from './api-errors';
import { type ApiRequest, readJson } from './api-request';
import { textAt } from './json-paths';
import type { Ctx } from '../context';
import type { PlatformMeta } from '../platform';

/** The tokens of the crawls and profile checks that run. */
const granted = new WeakMap<Ctx, Promise<string>>();

/**
 * Returns the access token that a token endpoint grants for the customer's key. It is requested once for a crawl or profile
 * check, whose `ctx` no other one shares and which is shorter than the token's life. `withoutToken` is what an answer without one
 * means, by default that the layout changed.
 */
export function grantedToken(
  meta: PlatformMeta,
  ctx: Ctx,
  requestOf: () => Promise<ApiRequest>,
  withoutToken?: Reason,
): Promise<string> {
  const request = async (): Promise<string> => {
    const token = textAt(await readJson(meta, await requestOf(), ctx), 'access_token');
    if (token !== '') return token;
    throw withoutToken ? errorOfReason(withoutToken) : layoutChanged(meta);
  };
  const token = granted.get(ctx) ?? request();
  granted.set(ctx, token);
  token.catch(() => granted.delete(ctx));
  return token;
}
