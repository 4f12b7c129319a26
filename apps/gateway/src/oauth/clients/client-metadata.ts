import { parseUrl } from '@plaudit/contracts';

/** Metadata of an app, as RFC 7591 names it. What the product does not use is dropped before it is stored. */
export interface ClientMetadata {
  client_id?: string;
  client_name?: string;
  client_uri?: string;
  logo_uri?: string;
  tos_uri?: string;
  policy_uri?: string;
  redirect_uris: string[];
  token_endpoint_auth_method: string;
  grant_types: string[];
  response_types: string[];
  /** `native` lets the port of a loopback address differ, as RFC 8252 demands. */
  application_type: 'native' | 'web';
}

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

const MAX_REDIRECT_URIS = 20;
const MAX_URI = 512;
const MAX_NAME = 100;
const LOOPBACKS = new Set(['localhost', '127.0.0.1', '[::1]']);
const LINKS = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const;

/** A scheme that belongs to the owner of a domain, RFC 8252. */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;
/** Schemes of editors that connect to MCP servers. They break the rule of RFC 8252, and many people use them. */
const EDITORS = new Set(['cursor:', 'vscode:', 'vscode-insiders:']);

/** Characters that change how the text around them looks, or that nobody sees. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u;

/** What is wrong with metadata. `field` is one of RFC 7591. */
export class ClientMetadataFault extends Error {
  constructor(
    readonly field: string,
    rule: string,
  ) {
    super(`${field} ${rule}`);
    this.name = 'ClientMetadataFault';
  }
}

/**
 * Reads the metadata of a registration or of a document. `defaultMethod` is how an app authenticates that does not say so.
 * Throws {@link ClientMetadataFault}.
 */
export function readClientMetadata(raw: unknown, defaultMethod: string): ClientMetadata {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new ClientMetadataFault('The metadata', 'must be a JSON object');
  const given = raw as Record<string, unknown>;
  const redirect_uris = readRedirectUris(given['redirect_uris']);
  const isNative = redirect_uris.some((uri) => new URL(uri).protocol !== 'https:');
  return {
    ...readName(given['client_name']),
    ...Object.fromEntries(LINKS.flatMap((field) => readLink(field, given[field]))),
    redirect_uris,
    token_endpoint_auth_method: readMethod(given['token_endpoint_auth_method'] ?? defaultMethod),
    grant_types: readGrantTypes(given['grant_types']),
    response_types: ['code'],
    application_type: isNative ? 'native' : 'web',
  };
}

/** Returns the host that a redirect URI leads to, or the scheme with its colon of one that opens an app. */
export function redirectHostOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  return /^https?:$/.test(protocol) ? hostname : protocol;
}

function readName(name: unknown): { client_name?: string } {
  if (name === undefined || name === '') return {};
  if (typeof name !== 'string' || name.length > MAX_NAME || DECEPTIVE.test(name) || name.trim() === '')
    throw new ClientMetadataFault(
      'client_name',
      `must be a text of 1 to ${MAX_NAME} characters without control, invisible and bidirectional ones`,
    );
  return { client_name: name.trim() };
}

function readLink(field: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === '') return [];
  const url = typeof value === 'string' && value.length <= MAX_URI ? parseUrl(value) : null;
  if (url?.protocol !== 'https:')
    throw new ClientMetadataFault(field, `must be an https URL of at most ${MAX_URI} characters`);
  return [[field, url.href]];
}

function readMethod(method: unknown): string {
  if (AUTH_METHODS.some((one) => one === method)) return method as string;
  throw new ClientMetadataFault('token_endpoint_auth_method', `must be one of ${AUTH_METHODS.join(', ')}`);
}

/** Grant types that the product does not have are left out, as RFC 7591 permits. */
function readGrantTypes(types: unknown): string[] {
  if (types === undefined) return [...GRANT_TYPES];
  const known = Array.isArray(types) ? GRANT_TYPES.filter((one) => types.includes(one)) : [];
  if (known.some((one) => one === 'authorization_code')) return known;
  throw new ClientMetadataFault('grant_types', 'must contain authorization_code');
}

function readRedirectUris(uris: unknown): string[] {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    throw new ClientMetadataFault('redirect_uris', `must be a list of 1 to ${MAX_REDIRECT_URIS} URIs`);
  for (const uri of uris) assertRedirectUri(uri);
  return uris as string[];
}

function assertRedirectUri(uri: unknown): void {
  const url = typeof uri === 'string' && uri.length <= MAX_URI ? parseUrl(uri) : null;
  if (!url || typeof uri !== 'string' || /[\s\\*#]/.test(uri) || DECEPTIVE.test(uri))
    throw new ClientMetadataFault(
      'redirect_uris',
      `must be absolute URIs of at most ${MAX_URI} characters without fragments, wildcards and spaces`,
    );
  if (url.username || url.password)
    throw new ClientMetadataFault('redirect_uris', 'must not contain a user name or password');
  if (!isAllowedTarget(url))
    throw new ClientMetadataFault(
      'redirect_uris',
      'must use https, http with a loopback host, or a scheme such as com.example.app',
    );
}

function isAllowedTarget({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return hostname !== '';
  if (protocol === 'http:') return LOOPBACKS.has(hostname);
  return REVERSE_DOMAIN.test(protocol) || EDITORS.has(protocol);
}
