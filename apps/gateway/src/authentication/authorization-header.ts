import { ApiError } from '@plaudit/contracts';

const CREDENTIALS = /^([A-Za-z]+) +([^\s]+) *$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * Returns the API key of a request, sent as `Basic base64(":" + key)` or `Bearer key`. Reads Node's raw header list
 * (name, value, name, value, …), because Node's header object silently drops a second Authorization header.
 * Throws 401 `missing_key` or `invalid_key`.
 */
export function readApiKey(rawHeaders: readonly string[]): string {
  const values = authorizationValues(rawHeaders);
  const [value] = values;
  if (!value) {
    throw new ApiError(
      'missing_key',
      'Send your API key with HTTP Basic (an empty username, the key as password) or as "Authorization: Bearer <key>".',
    );
  }
  if (values.length > 1)
    throw new ApiError('invalid_key', 'Send exactly one Authorization header; this request has several.');
  const [, scheme, credentials] = CREDENTIALS.exec(value) ?? [];
  if (scheme?.toLowerCase() === 'bearer') return credentials as string;
  if (scheme?.toLowerCase() === 'basic') return passwordOf(credentials as string);
  throw new ApiError('invalid_key', 'The Authorization header must be "Basic base64(:key)" or "Bearer key".');
}

function authorizationValues(rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 13 && name.toLowerCase() === 'authorization')
      values.push((rawHeaders[i + 1] as string).trim());
  }
  return values;
}

function passwordOf(credentials: string): string {
  const decoded = BASE64.test(credentials) ? Buffer.from(credentials, 'base64').toString('utf8') : '';
  const colon = decoded.indexOf(':');
  if (colon === -1)
    throw new ApiError('invalid_key', 'The Basic credentials must be base64 of ":" followed by the key.');
  if (colon > 0) {
    throw new ApiError('invalid_key', 'Leave the Basic username empty and send the API key as the password.');
  }
  const password = decoded.slice(1);
  if (!password)
    throw new ApiError('missing_key', 'The Basic password is empty; send the API key as the password.');
  return password;
}
