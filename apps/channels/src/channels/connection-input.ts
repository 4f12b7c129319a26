import { ApiError } from '@plaudit/contracts';
import { canonicalUrl } from '../normalise/urls';
import type { ChannelConfig, ConnectionField, Platform, PlatformMeta } from '../platforms/platform';
import { findPlatform, platformOfUrl } from '../platforms/registry';

/** What POST /channels/add may say beside the type. */
interface ConnectionInput {
  url?: string;
  access_token?: string;
  trend_id?: string;
  stores?: string;
  countries?: string;
}

const AUTHORIZE_PATH = '/public/v1/channels/authorize_url';

/** The platform of a slug or alias; 404 `unknown_channel_type`. */
export function getChannelType(type: string): Platform {
  const platform = findPlatform(type);
  if (platform) return platform;
  throw new ApiError(
    'unknown_channel_type',
    `There is no channel type "${type.slice(0, 60)}"; GET /channels/types lists them all.`,
    { field: 'type' },
  );
}

/** Platforms that are connected elsewhere than here: by signing in there, or only on the dashboard. */
export function assertAddable({ method, label }: Pick<PlatformMeta, 'method' | 'label'>): void {
  if (method === 'oauth') {
    throw new ApiError(
      'oauth_required',
      `${label} is connected by signing in there; get the address to open from POST ${AUTHORIZE_PATH}.`,
      { field: 'type', authorize_url_path: AUTHORIZE_PATH },
    );
  }
  if (method === 'dashboard') {
    throw new ApiError('dashboard_only', `${label} can only be connected on the dashboard.`, {
      field: 'type',
    });
  }
}

function assertComplete(meta: PlatformMeta, input: ConnectionInput): void {
  const given: Partial<Record<ConnectionField, string>> = { ...input };
  const missing = meta.required.filter((field) => (given[field] ?? '').trim() === '');
  const [first] = missing;
  if (first === undefined) return;
  throw new ApiError('missing_field', `${first} is required to connect ${meta.label}.`, {
    field: first,
    errors: missing.map((field) => ({ field, msg: `${field} is required.` })),
  });
}

/** `"us, GB de"` -> us, gb, de; null when there is nothing in it. 400 for a code that the platform does not have. */
export function parseCodes(
  field: 'countries' | 'stores',
  text: string | null | undefined,
  meta: PlatformMeta,
): string[] | null {
  const known = meta[field];
  if (!text || !known) return null;
  const codes = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((code) => code !== ''),
    ),
  ];
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) {
    const what = field === 'countries' ? 'country' : 'store';
    throw new ApiError(
      'invalid_value',
      `${field} holds "${unknown.slice(0, 20)}", which is no ${what} of ${meta.label}; ` +
        `send codes of GET /channels/types/${meta.slug}, separated by commas.`,
      { field },
    );
  }
  return codes.length > 0 ? codes : null;
}

/** 422 `profile_not_valid`, which is always about the address. */
export function profileNotValid(msg: string, details: { existing_id?: number } = {}): ApiError {
  return new ApiError('profile_not_valid', msg, { field: 'url', ...details });
}

function profileUrl(platform: Platform, raw: string): string {
  const { meta } = platform;
  const url = canonicalUrl(raw);
  const owner = url && platformOfUrl(raw);
  if (owner && owner !== platform && !owner.meta.catchAll) {
    throw profileNotValid(
      `url is an address of ${owner.meta.label}; send type "${owner.meta.slug}", or the address of a ${meta.label} profile.`,
    );
  }
  if (url && platform.match(url)) return url.href;
  const example = meta.urlExample ? ` such as ${meta.urlExample}` : '';
  throw profileNotValid(`url is not the address of a profile on ${meta.label}; send one${example}.`);
}

/** Checks what can be checked without asking the platform, and makes the adapter's configuration of it. */
export function toConfig(platform: Platform, input: ConnectionInput): ChannelConfig {
  const { meta } = platform;
  assertComplete(meta, input);
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
