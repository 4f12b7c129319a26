import { isIP } from 'node:net';
import { parseUrl } from '@plaudit/contracts';
import { blockList, isMappedIpv4 } from './guard/address-rules';

/** The settings of every service that sends requests to the internet. ServiceEnv of libs/runtime has this shape. */
export interface OutboundSettings {
  ALLOW_LOOPBACK: boolean;
  OUTBOUND_ALLOW_HOSTS: string;
  OUTBOUND_DENY_CIDRS: string;
  OUTBOUND_DENY_HOSTS: string;
  ORIGIN_OVERRIDES: string;
}

/** The parsed {@link OutboundSettings}. */
export interface OutboundPolicy {
  allowLoopback: boolean;
  allowHosts: string[];
  denyCidrs: string[];
  denyNames: string[];
  originOverrides: Record<string, string>;
}

/** Lists every invalid setting. */
export class OutboundSettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'OutboundSettingsError';
  }
}

/** Returns what is wrong with the settings, one sentence for each. */
export function outboundProblems(settings: OutboundSettings): readonly string[] {
  try {
    outboundPolicy(settings);
    return [];
  } catch (error) {
    if (error instanceof OutboundSettingsError) return error.problems;
    throw error;
  }
}

/** Parses the settings for an OutboundClient and for `checkUrl`. Throws {@link OutboundSettingsError} with every problem. */
export function outboundPolicy(settings: OutboundSettings): OutboundPolicy {
  const problems: string[] = [];
  const attempt = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      problems.push((error as Error).message);
      return otherwise;
    }
  };
  const policy = {
    allowLoopback: settings.ALLOW_LOOPBACK,
    allowHosts: attempt(() => parseAllowHosts(settings.OUTBOUND_ALLOW_HOSTS), []),
    denyCidrs: attempt(() => parseDenyCidrs(settings.OUTBOUND_DENY_CIDRS), []),
    denyNames: attempt(() => parseDenyHosts(settings.OUTBOUND_DENY_HOSTS), []),
    originOverrides: attempt(() => parseOriginOverrides(settings.ORIGIN_OVERRIDES), {}),
  };
  if (problems.length > 0) throw new OutboundSettingsError(problems);
  return policy;
}

/** Parses `receiver:9000,mail:8025` into `host:port` pairs in lower case. Throws RangeError that names the bad entry. */
export function parseAllowHosts(text: string): string[] {
  return entriesOf(text).map((entry) => {
    const match = /^([a-z0-9._-]+|\[[0-9a-f:.]+\]):(\d{1,5})$/i.exec(entry);
    const port = Number(match?.[2]);
    if (!match || port < 1 || port > 65_535) {
      throw new RangeError(`OUTBOUND_ALLOW_HOSTS: "${entry}" is not host:port, such as receiver:9000`);
    }
    return `${match[1]?.toLowerCase()}:${port}`;
  });
}

/** Parses `203.0.113.0/24,2001:db8::/32`. Throws RangeError that names the bad entry. */
export function parseDenyCidrs(text: string): string[] {
  return entriesOf(text).map((entry) => {
    try {
      blockList([entry]);
    } catch (error) {
      throw new RangeError(`OUTBOUND_DENY_CIDRS: ${(error as Error).message}`, { cause: error });
    }
    if (isMappedIpv4(entry.split('/', 1)[0] ?? '')) {
      throw new RangeError(
        `OUTBOUND_DENY_CIDRS: write "${entry}" as a range of IPv4, which also denies mapped addresses`,
      );
    }
    return entry;
  });
}

/**
 * Parses `partner.example,.corp.example` into names in lower case and ASCII. A leading dot stands for the domain and every name
 * below it. Throws RangeError that names the bad entry.
 */
export function parseDenyHosts(text: string): string[] {
  return entriesOf(text).map((entry) => {
    const dot = entry.startsWith('.') ? '.' : '';
    const name = entry.slice(dot.length).replace(/\.$/, '');
    const isName = /^[^\s.:/?#@[\]\\*][^\s:/?#@[\]\\*]*$/.test(name);
    const host = (isName && parseUrl(`http://${name}/`)?.hostname) || '';
    if (host === '' || isIP(host)) {
      const hint = 'a host such as partner.example, or .example.com for all names of a domain';
      throw new RangeError(
        `OUTBOUND_DENY_HOSTS: "${entry}" is not ${hint}; addresses go into OUTBOUND_DENY_CIDRS`,
      );
    }
    return dot + host;
  });
}

/** Parses `https://itunes.apple.com=http://127.0.0.1:9100,…` into left and right origins. Throws RangeError. */
export function parseOriginOverrides(text: string): Record<string, string> {
  const pairs = entriesOf(text).map((entry) => {
    const [left, right, ...rest] = entry.split('=');
    if (!left || !right || rest.length > 0) throw badOverride(entry);
    return [originFrom(left, entry), originFrom(right, entry)] as const;
  });
  const repeated = pairs.find(([left], index) => pairs.findIndex((other) => other[0] === left) !== index);
  if (repeated) throw new RangeError(`ORIGIN_OVERRIDES: ${repeated[0]} is named twice`);
  return Object.fromEntries(pairs);
}

function originFrom(text: string, entry: string): string {
  const url = parseUrl(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (!isOrigin) throw badOverride(entry);
  return url.origin;
}

function badOverride(entry: string): RangeError {
  return new RangeError(
    `ORIGIN_OVERRIDES: "${entry}" is not a pair of origins, such as https://itunes.apple.com=http://127.0.0.1:9100`,
  );
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
