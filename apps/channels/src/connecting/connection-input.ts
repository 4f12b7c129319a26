import { ApiError, type ProfileErrorCode } from '@plaudit/contracts';
import { canonicalUrl } from '../normalise/urls';
import type { ChannelConfig, ConnectionField, Platform, PlatformMeta } from '../platforms/platform';
import { platformOfUrl } from '../platforms/registry';

/** The body of POST /channels/add without the type. */
interface ConnectionInput {
  url?: string;
  access_token?: string;
  trend_id?: string;
  subdomain?: string;
  stores?: string | null;
  countries?: string | null;
}

const AUTHORIZE_PATH = '/public/v1/channels/authorize_url';

/** Throws 400 `oauth_required` or `dashboard_only` for a platform that POST /channels/add cannot connect. */
export function assertAddable({ method, label }: Pick<PlatformMeta, 'method' | 'label'>): void {
  if (method === 'oauth') {
    throw new ApiError(
      'oauth_required',
      `${label} is connected by signing in to ${label}; get the URL to open from POST ${AUTHORIZE_PATH}.`,
      { field: 'type', authorize_url_path: AUTHORIZE_PATH },
    );
  }
  if (method === 'dashboard') {
    throw new ApiError(
      'dashboard_only',
      `${label} can only be connected with a file of its reviews; send it to POST /channels/import.`,
      { field: 'type' },
    );
  }
}

function missingFields(meta: PlatformMeta, input: ConnectionInput): ConnectionField[] {
  const given: Partial<Record<ConnectionField, string | null>> = { ...input };
  return meta.required.filter((field) => (given[field] ?? '').trim() === '');
}

/** Throws 400 `missing_field` if the input lacks a field without which the platform cannot be connected. */
export function assertComplete(meta: PlatformMeta, input: ConnectionInput): void {
  const missing = missingFields(meta, input);
  const [first] = missing;
  if (first === undefined) return;
  const code = first === 'subdomain' ? 'subdomain_required' : 'missing_field';
  throw new ApiError(code, `${first} is required to connect ${meta.label}.`, {
    field: first,
    errors: missing.map((field) => ({ field, msg: `${field} is required.` })),
  });
}

/** Returns true if the input names a profile that the platform can be asked for. */
export function namesProfile(meta: PlatformMeta, input: ConnectionInput): boolean {
  const isAddable = meta.method === 'url' || meta.method === 'credentials';
  return isAddable && missingFields(meta, input).length === 0;
}

/**
 * Parses a list of codes: `"us, GB de"` becomes us, gb, de. Returns null if the list is empty. Throws 400 `invalid_value`
 * for an entry that the platform does not know, and for any entry if the platform has no such codes. Stores without a closed
 * list, such as ids of locations, keep their case.
 */
export function parseCodes(
  field: 'countries' | 'stores',
  text: string | null | undefined,
  meta: PlatformMeta,
): string[] | null {
  const known = meta[field];
  const hasRule = known !== undefined && 're' in known;
  const given = hasRule ? (text ?? '') : (text ?? '').toLowerCase();
  const codes = [...new Set(given.split(/[\s,;]+/).filter((code) => code !== ''))];
  if (codes.length === 0) return null;
  const refused = (msg: string): ApiError => new ApiError('invalid_value', msg, { field });
  if (!known) {
    throw refused(`${field} cannot be set for ${meta.label}, which has no ${field}; leave it out.`);
  }
  if (hasRule && codes.length > known.max) {
    throw refused(`${field} has ${codes.length} entries; send at most ${known.max} for ${meta.label}.`);
  }
  const unknown = codes.find((code) => (hasRule ? !known.re.test(code) : !known.includes(code)));
  if (unknown === undefined) return codes;
  const shown = unknown.slice(0, 20);
  if (hasRule) {
    throw refused(
      `${field} contains "${shown}", which is not ${known.what}; send one such as ${known.example}.`,
    );
  }
  const what = field === 'countries' ? 'country' : 'store';
  throw refused(
    `${field} contains "${shown}", which is not a ${what} of ${meta.label}; ` +
      `send codes from GET /channels/types/${meta.slug}, separated by commas.`,
  );
}

/** Why a profile is not valid: `wrong_address`, `duplicate`, or the `error_code` that its channel would have. */
type Reason = 'wrong_address' | 'duplicate' | ProfileErrorCode;

/** Returns the error 422 `profile_not_valid`. */
export function profileNotValid(
  msg: string,
  details: { reason: Reason; field?: ConnectionField | 'type'; existing_id?: number },
): ApiError {
  return new ApiError('profile_not_valid', msg, { field: 'url', ...details });
}

/** Returns the field that names the profile of a platform. */
export function profileField({ required, optional, method }: PlatformMeta): ConnectionField | 'type' {
  if (method === 'oauth') return 'type';
  if (required.includes('url') || optional.includes('url')) return 'url';
  return required.find((field) => field !== 'access_token') ?? required[0] ?? 'type';
}

function profileUrl(platform: Platform, raw: string): string {
  const { meta } = platform;
  if (hasCredentials(raw)) {
    throw profileNotValid('url contains a user name or password; send the URL without it.', {
      reason: 'wrong_address',
    });
  }
  const url = canonicalUrl(raw);
  const owner = url && platformOfUrl(raw);
  if (owner && owner !== platform && !owner.meta.catchAll) {
    throw profileNotValid(
      `url belongs to ${owner.meta.label}; send type "${owner.meta.slug}", or the URL of a ${meta.label} profile.`,
      { reason: 'wrong_address' },
    );
  }
  if (url && platform.match(url)) return url.href;
  const example = meta.urlExample ? ` such as ${meta.urlExample}` : '';
  throw profileNotValid(`url is not the URL of a profile on ${meta.label}; send one${example}.`, {
    reason: 'wrong_address',
  });
}

/** Returns true if a user or password stands before the host. The URL may lack its scheme. */
function hasCredentials(raw: string): boolean {
  const [authority = ''] = raw
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split(/[/?#\\]/, 1);
  return authority.includes('@');
}

const SUBDOMAIN = /^[a-z0-9][a-z0-9-]{1,61}$/;
const PRINTABLE = /^[\x20-\x7e]+$/;
/** The file of a private key has several lines. No other key has, and a line break in a header is an attack. */
const KEY_FILE = /^[\t\n\r\x20-\x7e]+$/;

/**
 * Returns the subdomain of the customer, or an empty string for a platform without one. Throws 400 `subdomain_required` or
 * `invalid_value`.
 */
export function subdomainOf(meta: PlatformMeta, subdomain: string | undefined): string {
  const isUsed = [...meta.required, ...meta.optional].includes('subdomain');
  const given = isUsed ? (subdomain ?? '').trim().toLowerCase() : '';
  if (given === '') {
    if (!meta.required.includes('subdomain')) return '';
    throw new ApiError(
      'subdomain_required',
      `subdomain is required to connect ${meta.label}; send the part before the first dot of its address.`,
      { field: 'subdomain' },
    );
  }
  if (SUBDOMAIN.test(given)) return given;
  throw new ApiError(
    'invalid_value',
    'subdomain must have 2 to 62 letters, digits and hyphens, and begin with a letter or digit.',
    { field: 'subdomain' },
  );
}

/** Returns a key that can be sent in a header. Throws 400 `invalid_value`. */
export function cleanKey(field: 'access_token' | 'trend_id', value: string): string {
  const key = value.trim();
  const form = field === 'access_token' && key.includes('PRIVATE KEY') ? KEY_FILE : PRINTABLE;
  if (form.test(key)) return key;
  throw new ApiError(
    'invalid_value',
    `${field} must consist of printable ASCII characters; copy it again from the platform.`,
    { field },
  );
}

/**
 * Returns the adapter's configuration for the input. Throws for what can be checked without a request to the platform:
 * an unknown code, a URL of another platform.
 */
export function toConfig(platform: Platform, input: ConnectionInput): ChannelConfig {
  const { meta } = platform;
  const used = new Set<ConnectionField>([...meta.required, ...meta.optional]);
  const { url, access_token, trend_id } = input;
  const stores = parseCodes('stores', input.stores, meta);
  const countries = parseCodes('countries', input.countries, meta);
  const subdomain = used.has('subdomain') && input.subdomain ? subdomainOf(meta, input.subdomain) : '';
  return {
    ...(used.has('url') && url ? { url: profileUrl(platform, url) } : {}),
    ...(used.has('access_token') && access_token
      ? { accessToken: cleanKey('access_token', access_token) }
      : {}),
    ...(used.has('trend_id') && trend_id ? { trendId: cleanKey('trend_id', trend_id) } : {}),
    ...(subdomain === '' ? {} : { subdomain }),
    ...(stores ? { stores } : {}),
    ...(countries ? { countries } : {}),
  };
}
