import { OutboundError } from '../outbound-error';
import type { OutboundOptions } from '../outbound-options';
import { checkUrl, hostAndPort, parseStrictly, UrlRefused } from './url-rules';

/** The destination of a request. */
export interface Route {
  /** The requested URL, normalised. */
  url: URL;
  /** The URL that is connected to: the requested one or its override. */
  dialled: URL;
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
    const target = options.originOverrides?.[asked.origin];
    if (target) return { url: asked, dialled: onOrigin(asked, target), trust: 'override' };
    const url = new URL(checkUrl(text, options));
    const isAllowed = options.allowHosts?.includes(hostAndPort(url)) ?? false;
    return { url, dialled: url, trust: isAllowed ? 'allowed' : 'none' };
  } catch (error) {
    if (error instanceof UrlRefused) throw new OutboundError('blocked_address', error.msg, error);
    throw error;
  }
}

/** A stand-in that redirects to its own address means the origin that it stands in for. */
export function asAsked(route: Route, location: string): string {
  if (route.url.origin === route.dialled.origin || !location.startsWith(`${route.dialled.origin}/`)) {
    return location;
  }
  return route.url.origin + location.slice(route.dialled.origin.length);
}

function onOrigin(url: URL, origin: string): URL {
  return new URL(url.pathname + url.search, origin);
}
