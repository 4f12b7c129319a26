import { isIP, isIPv4 } from 'node:net';
import { type AddressPolicy, AddressRules, isBlockedAddress, isLoopback } from './address-rules';

/** Optional rules for URLs that apply before DNS, in addition to the fixed ones. */
export interface UrlPolicy extends AddressPolicy {
  /** Exact `host:port` pairs that are allowed whatever they resolve to (compose service names). */
  allowHosts?: readonly string[];
  /** Exact `host:port` pairs to refuse: the product's own public addresses, so that it sends no request to itself. */
  denyHosts?: readonly string[];
  /** Host names to refuse. One that begins with a dot stands for a domain and every name below it. Wins over `allowHosts`. */
  denyNames?: readonly string[];
  requireHttps?: boolean;
}

/** The rule that refused a URL. `https` means that only https is allowed. */
export type UrlRule = 'R1' | 'R2' | 'R3' | 'R4' | 'R6' | 'R7' | 'R8' | 'R9' | 'R10' | 'R18' | 'https';

/** `msg` may be shown to the customer. It says what to change and never reveals what is behind an address. */
export class UrlRefused extends Error {
  constructor(
    readonly rule: UrlRule,
    readonly msg: string,
  ) {
    super(msg);
    this.name = 'UrlRefused';
  }
}

const MAX_URL_LENGTH = 2048;
const NOT_ALLOWED = 'The url points to an address that is not allowed.';
const TOO_LONG = `The url must be a string of at most ${MAX_URL_LENGTH} characters.`;

const RESERVED_SUFFIXES = new Set([
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'svc',
  'cluster',
]);

/** Ports from 1024 upwards on which databases, brokers and control planes listen. */
const REFUSED_PORTS = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4222, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 8500,
  9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017,
]);

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const AUTHORITY = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/;

/**
 * Checks the text of a URL, without DNS. Returns it normalised: host in lower case and ASCII, no default port, no trailing dot,
 * no fragment, path and query unchanged. Throws {@link UrlRefused} with the first rule that it breaks.
 */
export function checkUrl(text: string, policy: UrlPolicy = {}): string {
  const url = parseStrictly(text);
  if (policy.requireHttps && url.protocol !== 'https:') refuse('https', 'The url must begin with https://.');
  const endpoint = hostAndPort(url);
  if (policy.denyHosts?.includes(endpoint)) refuse('R18', 'The url points back at this service.');
  if (isDenied(bareHost(url), policy)) refuse('R7', NOT_ALLOWED);
  if (!policy.allowHosts?.includes(endpoint)) checkEndpoint(url, policy);
  // A non-ASCII letter takes up to nine characters when it is encoded.
  if (url.href.length > MAX_URL_LENGTH) refuse('R1', TOO_LONG);
  return url.href;
}

/** Returns `host:port` with the scheme's default port and without the dot at the end of a full name, the form of allow and deny lists. */
export function hostAndPort(url: URL): string {
  return `${url.hostname.replace(/\.$/, '')}:${effectivePort(url)}`;
}

/** Rules R1 to R6: the form of the text, before its host is looked at. */
export function parseStrictly(text: string): URL {
  if (typeof text !== 'string' || text.length > MAX_URL_LENGTH) {
    refuse('R1', TOO_LONG);
  }
  // URL parsers drop tabs and line breaks silently and read a backslash as a slash.
  if (/[\p{Cc}\s\\]/u.test(text)) {
    refuse('R1', 'The url must not contain spaces, control characters or backslashes.');
  }
  if (!/^https?:\/\/[^/]/i.test(text)) refuse('R2', 'The url must begin with http:// or https://.');
  const url = parse(text);
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@')) refuse('R4', 'The url must not contain a user name or password.');
  const writtenHost = AUTHORITY.exec(authority)?.[1] ?? '';
  if (isIPv4(url.hostname) && writtenHost !== url.hostname) {
    refuse('R6', 'The IP address in the url must be written in plain dotted form.');
  }
  url.hash = '';
  if (!isIP(bareHost(url)) && url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/** Returns the host without the brackets of IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** The operator's own refusals, which no permission overrides. */
function isDenied(host: string, { denyNames = [], denyCidrs = [] }: UrlPolicy): boolean {
  const byName = denyNames.some((name) => (name.startsWith('.') ? `.${host}`.endsWith(name) : host === name));
  return byName || (isIP(host) !== 0 && new AddressRules({ denyCidrs }).denies(host));
}

function checkEndpoint(url: URL, policy: UrlPolicy): void {
  const host = bareHost(url);
  if (policy.allowLoopback && isLoopbackUrl(url, host)) return;
  if (isIP(host)) {
    if (isBlockedAddress(host)) refuse('R7', NOT_ALLOWED);
  } else {
    checkName(host);
  }
  checkPort(effectivePort(url));
}

/** Loopback is allowed over plain http only. `localhost` is recognised by name and never resolved. */
function isLoopbackUrl(url: URL, host: string): boolean {
  return url.protocol === 'http:' && effectivePort(url) > 0 && (host === 'localhost' || isLoopback(host));
}

function checkName(host: string): void {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  const wellFormed =
    labels.length >= 2 &&
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(last);
  if (!wellFormed) refuse('R8', 'The url must have a full public host name, such as hooks.example.com.');
  if (RESERVED_SUFFIXES.has(last) || labels[0] === 'metadata') {
    refuse('R9', 'The url has a host name that is reserved for private networks.');
  }
}

function checkPort(port: number): void {
  const allowed = port === 80 || port === 443 || (port >= 1024 && !REFUSED_PORTS.has(port));
  if (!allowed)
    refuse('R10', `The url has port ${port}, which is not allowed; use 80, 443 or one above 1023.`);
}

function effectivePort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    return refuse('R3', 'The url is not a valid URL.');
  }
}

function refuse(rule: UrlRule, msg: string): never {
  throw new UrlRefused(rule, msg);
}
