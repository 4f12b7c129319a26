import { OutboundError } from './outbound-error';
import type { OutboundOptions } from './outbound-options';
import { checkUrl, hostAndPort, parseStrictly, UrlRefused } from './address-guard/url-rules';

/** Where a request really goes. */
export interface Route {
  /** What was asked for, normalised. */
  url: URL;
  /** What is dialled: the same, or its override. */
  dialled: URL;
  /** Named by the operator, so exempt from the address guard. */
  trusted: boolean;
}

/**
 * Checks a URL and applies the overrides. An overridden origin is never dialled itself, so of the URL rules only those
 * about its writing apply. Throws `blocked_address` for anything that the rules refuse.
 */
export function routeOf(text: string, options: OutboundOptions): Route {
  try {
    const asked = parseStrictly(text);
    const target = options.originOverrides?.[asked.origin];
    if (target) return { url: asked, dialled: onOrigin(asked, target), trusted: true };
    const url = new URL(checkUrl(text, options));
    return { url, dialled: url, trusted: options.allowHosts?.includes(hostAndPort(url)) ?? false };
  } catch (error) {
    if (error instanceof UrlRefused) throw new OutboundError('blocked_address', error.msg, error);
    throw error;
  }
}

/** A stand-in that redirects to itself by its own address means the origin it stands in for. */
export function asAsked(route: Route, location: string): string {
  if (route.url.origin === route.dialled.origin || !location.startsWith(`${route.dialled.origin}/`)) {
    return location;
  }
  return route.url.origin + location.slice(route.dialled.origin.length);
}

function onOrigin(url: URL, origin: string): URL {
  return new URL(url.pathname + url.search, origin);
}
