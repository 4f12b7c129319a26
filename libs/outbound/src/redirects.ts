import type { OutboundRequest } from './outbound-options';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Meant for the origin they were sent to, and no other. */
const PRIVATE_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Where a response points to, or null when it is no redirect. Relative locations count from `from`; a host is passed
 * on as it was written, because the address guard judges the writing and parsing would tidy it up.
 */
export function redirectTarget(status: number, location: string | null, from: string): string | null {
  if (!REDIRECTS.has(status) || !location) return null;
  const written = location.trim().replaceAll(' ', '%20');
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return written;
  const base = new URL(from);
  return written.startsWith('//') ? base.protocol + written : new URL(written, base).href;
}

/** The request as it goes to the next hop: the fetch standard's rules for method, body and credentials. */
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
