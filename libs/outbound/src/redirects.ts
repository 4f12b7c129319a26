import type { OutboundRequest } from './outbound-options';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that only the original origin may receive. */
const PRIVATE_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Returns the target of a redirect, or null if the response is no redirect. Relative locations are resolved against `from`. The
 * host stays as written, because the address guard checks the spelling, which parsing would normalise.
 */
export function redirectTarget(status: number, location: string | null, from: string): string | null {
  if (!REDIRECTS.has(status) || !location) return null;
  const written = location.trim().replaceAll(' ', '%20');
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return written;
  const base = new URL(from);
  return written.startsWith('//') ? base.protocol + written : new URL(written, base).href;
}

/** Returns the request for the next hop, by the fetch standard's rules for method, body and credentials. */
export function redirectedRequest(
  request: OutboundRequest,
  status: number,
  from: string,
  to: string,
): OutboundRequest {
  const method = request.method ?? 'GET';
  const turnsIntoGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const sameOrigin = new URL(from).origin === originOf(to);
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => {
    const lower = name.toLowerCase();
    if (!sameOrigin && PRIVATE_HEADERS.has(lower)) return false;
    return !(turnsIntoGet && lower.startsWith('content-'));
  });
  const next = { ...request, headers: Object.fromEntries(headers) };
  return turnsIntoGet ? { ...next, method: 'GET', body: undefined } : next;
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}
