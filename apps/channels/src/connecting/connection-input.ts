import { ApiError } from '@plaudit/contracts';
import { canonicalUrl } from '../normalise/urls';
import type { ChannelConfig, ConnectionField, Platform, PlatformMeta } from '../platforms/platform';
import { platformOfUrl } from '../platforms/registry';

/** The body of POST /channels/add without the type. */
interface ConnectionInput {
  url?: string;
  access_token?: string;
  trend_id?: string;
  stores?: string;
  countries?: string;
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
      `${label} can only be connected in the dashboard; open the dashboard to connect it.`,
      {
        field: 'type',
      },
    );
  }
}

function missingFields(meta: PlatformMeta, input: ConnectionInput): ConnectionField[] {
  const given: Partial<Record<ConnectionField, string>> = { ...input };
  return meta.required.filter((field) => (given[field] ?? '').trim() === '');
}

/** Throws 400 `missing_field` if the input lacks a field without which the platform cannot be connected. */
export function assertComplete(meta: PlatformMeta, input: ConnectionInput): void {
  const missing = missingFields(meta, input);
  const [first] = missing;
  if (first === undefined) return;
  throw new ApiError('missing_field', `${first} is required to connect ${meta.label}.`, {
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

/** Returns the error 422 `profile_not_valid`, whose field is always `url`. */
export function profileNotValid(msg: string, details: { existing_id?: number } = {}): ApiError {
  return new ApiError('profile_not_valid', msg, { field: 'url', ...details });
}

function profileUrl(platform: Platform, raw: string): string {
  const { meta } = platform;
  const url = canonicalUrl(raw);
  const owner = url && platformOfUrl(raw);
  if (owner && owner !== platform && !owner.meta.catchAll) {
    throw profileNotValid(
      `url belongs to ${owner.meta.label}; send type "${owner.meta.slug}", or the URL of a ${meta.label} profile.`,
    );
  }
  if (url && platform.match(url)) return url.href;
  const example = meta.urlExample ? ` such as ${meta.urlExample}` : '';
  throw profileNotValid(`url is not the URL of a profile on ${meta.label}; send one${example}.`);
}

/**
 * Returns the adapter's configuration for the input. Throws for what can be checked without a request to the platform:
 * an unknown code, a URL of another platform.
 */
export function toConfig(platform: Platform, input: ConnectionInput): ChannelConfig {
  const { meta } = platform;
  const used = new Set<ConnectionField>([...meta.required, ...meta.optional]);
  const stores = parseCodes('stores', input.stores, meta);
  const countries = parseCodes('countries', input.countries, meta);
  return {
    ...(used.has('url') && input.url ? { url: profileUrl(platform, input.url) } : {}),
    ...(used.has('access_token') && input.access_token ? { accessToken: input.access_token.trim() } : {}),
    ...(used.has('trend_id') && input.trend_id ? { trendId: input.trend_id.trim() } : {}),
    ...(stores ? { stores } : {}),
    ...(countries ? { countries } : {}),
  };
}
