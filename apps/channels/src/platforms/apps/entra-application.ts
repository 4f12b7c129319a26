import type { Reason } from '../builders/api-errors';
import { type ApiRequest, keyParts } from '../builders/api-request';
import { grantedToken } from '../builders/granted-token';
import { valueAt } from '../builders/json-paths';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import type { PlatformMeta } from '../platform';

/** Returns the headers with the access token that Microsoft Entra grants for the application whose key the customer gave. */
export async function headersOfApplication(
  meta: PlatformMeta,
  resource: string,
  ctx: Ctx,
): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await grantedToken(meta, ctx, () => grantOf(resource, ctx))}` };
}

async function grantOf(resource: string, ctx: Ctx): Promise<ApiRequest> {
  const [tenant = '', id = '', secret = ''] = keyParts(await ctx.token(), ['tenant id', 'client id', 'key']);
  if (!/^[a-z\d][a-z\d.-]{2,99}$/i.test(tenant)) {
    const msg = 'access_token must begin with a tenant id. Copy it from the overview of Microsoft Entra.';
    throw new CrawlError('CREDENTIALS_INVALID', msg);
  }
  return {
    url: `https://login.microsoftonline.com/${tenant}/oauth2/token`,
    form: { grant_type: 'client_credentials', client_id: id, client_secret: secret, resource },
  };
}

/** Returns the error of Microsoft Entra for an application that it does not know. */
export function errorOfApplication({ status, body }: ErrorResponse): Reason | null {
  // Only the token endpoint sends a code as the error.
  if (status !== 400 || typeof valueAt(body, 'error') !== 'string') return null;
  const msg =
    'Microsoft Entra has no such tenant or application. Check the tenant id and the client id in access_token.';
  return { CREDENTIALS_INVALID: msg };
}
