import { ownValue } from '@plaudit/contracts';
import { OutboundError } from '../outbound-error';
import type { OutboundOptions } from '../outbound-options';
import { checkUrl, hostAndPort, parseStrictly, UrlRefused } from './url-rules';

/** The destination of a request. */
export interface Route {
  /** The requested URL, normalised. */
  url: URL;
  /** The origin that is connected to: that of the requested URL or its override. */
  origin: string;
  /** What is requested there, with the query. */
  path: string;
  /** Why the address guard does not check the host: the operator allowed it, or overrode its origin. `none` is checked. */
  trust: 'none' | 'allowed' | 'override';
}

/**
 * Checks a URL and applies the overrides. An overridden origin is never connected to, so only the URL rules about spelling
 * apply to it. Throws `blocked_address` for a URL that the rules refuse.
 */
export function routeOf(text: string, options: OutboundOptions): Route {
  try {
    const asked = parseStrictly(text);
    const target = ownValue(options.originOverrides, asked.origin);
    if (target) return routeTo(asked, new URL(target).origin, 'override');
    const url = new URL(checkUrl(text, options));
    const isAllowed = options.allowHosts?.includes(hostAndPort(url)) ?? false;
    return routeTo(url, url.origin, isAllowed ? 'allowed' : 'none');
  } catch (error) {
    if (error instanceof UrlRefused) throw new OutboundError('blocked_address', error.msg, error);
    throw error;
  }
}

/** A stand-in that redirects to its own address means the origin that it stands in for. */
export function asAsked(route: Route, location: string): string {
  const { origin } = route.url;
  if (origin === route.origin || !location.startsWith(`${route.origin}/`)) return location;
  return origin + location.slice(route.origin.length);
}

function routeTo(url: URL, origin: string, trust: Route['trust']): Route {
  return { url, origin, path: url.pathname + url.search, trust };
}
