import { collectedLine } from '../../normalise/text';
import { errorOfReason } from '../builders/api-errors';
import { bearer, bearerOf, readJson } from '../builders/api-request';
import { textAt, valueAt } from '../builders/json-paths';
import type { Ctx } from '../context';
import { MAX_LOCATIONS, type OAuthLocation } from '../oauth-flow';
import type { PlatformMeta } from '../platform';
import { readManaged } from './location-list';

export const GRAPH = 'https://graph.facebook.com/v21.0';
export const PAGE_ID = /^\d{5,25}$/;
export const NOT_ALLOWED = {
  FORBIDDEN_PLAN:
    'The Facebook account has not allowed us to read the recommendations of the page. Connect the channel again and allow it.',
};

/**
 * The tokens of pages, by the page and the token of the account. They belong to one crawl or check, whose context is the key, and are
 * never stored.
 */
const pageTokens = new WeakMap<Ctx, Map<string, string>>();

/** Returns the headers with the token of a page. Only that one may read the recommendations of the page. */
export async function pageHeaders(
  meta: PlatformMeta,
  page: string,
  ctx: Ctx,
): Promise<{ authorization: string }> {
  const known = pageTokens.get(ctx) ?? new Map<string, string>();
  pageTokens.set(ctx, known);
  const account = await ctx.token();
  const token = known.get(`${page} ${account}`) ?? (await pageToken(meta, page, account, ctx));
  known.set(`${page} ${account}`, token);
  return bearer(token);
}

async function pageToken(meta: PlatformMeta, page: string, account: string, ctx: Ctx): Promise<string> {
  const request = { url: `${GRAPH}/${page}`, query: { fields: 'access_token' }, headers: bearer(account) };
  const token = textAt(await readJson(meta, request, ctx), 'access_token');
  if (token !== '') return token;
  throw errorOfReason(NOT_ALLOWED);
}

/** Lists the pages that the signed-in person manages. */
export function facebookPagesOf(meta: PlatformMeta, ctx: Ctx): Promise<OAuthLocation[]> {
  const request = async (after: string | undefined) => ({
    url: `${GRAPH}/me/accounts`,
    query: { fields: 'id,name,single_line_address', limit: 100, after },
    headers: await bearerOf(ctx),
  });
  const list = { request, at: 'data', next: afterOf, itemOf: locationOf, max: MAX_LOCATIONS };
  return readManaged(meta, list, ctx);
}

function locationOf(page: unknown): OAuthLocation | null {
  const id = textAt(page, 'id');
  if (!PAGE_ID.test(id)) return null;
  const address = collectedLine(valueAt(page, 'single_line_address'), 300) || null;
  return { id, name: collectedLine(valueAt(page, 'name'), 191) || id, address };
}

/** Returns the cursor of the next page. Facebook gives one for the last page too, but then no URL. */
export function afterOf(body: unknown): string {
  return textAt(body, 'paging.next') === '' ? '' : textAt(body, 'paging.cursors.after');
}
