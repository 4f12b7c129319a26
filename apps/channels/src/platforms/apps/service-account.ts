import type { Reason } from '../builders/api-errors';
import { type ApiRequest, keyParts } from '../builders/api-request';
import { grantedToken } from '../builders/granted-token';
import { elementsAt, textAt, valueAt } from '../builders/json-paths';
import type { Ctx, ErrorResponse } from '../context';
import { CrawlError } from '../crawl-error';
import type { PlatformMeta } from '../platform';
import { signedJwt } from './signed-jwt';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The maximum of Google. */
const TOKEN_SECONDS = 60 * 60;

const MAX_REASONS = 20;
const OVER_QUOTA = /^(?:rateLimit|userRateLimit|quota|dailyLimit)Exceeded$/;

/** Returns the headers with the access token that Google grants for the service account whose key the customer gave. */
export async function headersOfServiceAccount(
  meta: PlatformMeta,
  scope: string,
  ctx: Ctx,
): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await grantedToken(meta, ctx, () => grantOf(scope, ctx))}` };
}

/** Returns the error of a response of Google that concerns the service account, not what was requested. */
export function errorOfServiceAccount({ status, body }: ErrorResponse): Reason | null {
  // The error of the token endpoint is a code. The error of an API is an object.
  if (status === 400 && typeof valueAt(body, 'error') === 'string') {
    const msg =
      'Google does not accept the key of the service account. Create a new key and send its JSON file.';
    return { CREDENTIALS_INVALID: msg };
  }
  // A refusal of access has the status 403, too.
  const problems = status === 403 ? elementsAt(body, 'error.errors', MAX_REASONS) : [];
  if (!problems.some((problem) => OVER_QUOTA.test(textAt(problem, 'reason')))) return null;
  const msg = 'The quota of the Google Cloud project of the service account is used up. We try again later.';
  return { QUOTA_EXCEEDED: msg };
}

async function grantOf(scope: string, ctx: Ctx): Promise<ApiRequest> {
  const { email, privateKey } = accountOf(await ctx.token());
  const assertion = signedJwt({
    algorithm: 'RS256',
    privateKey,
    issuedAt: ctx.now(),
    lifetimeSeconds: TOKEN_SECONDS,
    claims: { iss: email, scope, aud: TOKEN_URL },
  });
  return { url: TOKEN_URL, form: { grant_type: GRANT_TYPE, assertion } };
}

/** Returns the e-mail address and private key of a service account. Throws CREDENTIALS_INVALID. */
function accountOf(token: string): { email: string; privateKey: string } {
  if (!token.trimStart().startsWith('{')) {
    const [email = '', privateKey = ''] = keyParts(token, ['client_email', 'private_key']);
    return { email, privateKey };
  }
  const { client_email: email, private_key: privateKey } = keyFileOf(token) ?? {};
  if (typeof email === 'string' && typeof privateKey === 'string') return { email, privateKey };
  throw new CrawlError(
    'CREDENTIALS_INVALID',
    'access_token is not the JSON key file of a service account. Send the whole file, or <client_email>:<private_key>.',
  );
}

function keyFileOf(token: string): { client_email?: unknown; private_key?: unknown } | null {
  try {
    return JSON.parse(token) as { client_email?: unknown; private_key?: unknown };
  } catch {
    return null;
  }
}
