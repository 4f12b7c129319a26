import { MCP_PATH } from '../proxy/route-table';
import type { Destination } from '../proxy/route-table';

/** No HTML: the pages of the gateway have the tokens of a session, and the pages of widgets arrive compressed. */
const COMPRESSIBLE_TYPE =
  /^(application\/(json|x-ndjson|[\w.-]+\+json)|text\/(csv|plain|css|javascript)|image\/svg\+xml)\b/i;

/** No content, a part of the content, and the content that the client has. */
const UNFIT_STATUS = new Set([204, 206, 304]);

/** What decides about a response. Header names are in lower case. */
export interface ResponseFacts {
  method: string;
  status: number;
  /** Null for a request that was refused before it got a destination. */
  destination: Pick<Destination, 'service' | 'path'> | null;
  hasCookie: boolean;
  header: (name: string) => unknown;
}

/** Returns true for a response that is compressed if it is large enough and the client asks. */
export function isCompressible({ method, status, destination, hasCookie, header }: ResponseFacts): boolean {
  if (
    method === 'HEAD' ||
    UNFIT_STATUS.has(status) ||
    !COMPRESSIBLE_TYPE.test(String(header('content-type')))
  )
    return false;
  // A response with an ETag is compressed where it is made, or not at all.
  if (header('content-encoding') !== undefined || header('etag') !== undefined) return false;
  return destination !== null && !hasCookie && !mayRevealSecret(method, destination);
}

/**
 * Returns true for a response that may have a secret beside text of the caller: a new key, a sign-in link, the secret of a
 * webhook. The length of a compressed response tells how much of the secret the text repeats (BREACH). The tools of MCP
 * make no such thing.
 */
function mayRevealSecret(method: string, { service, path }: Pick<Destination, 'service' | 'path'>): boolean {
  if (method === 'GET' || path === MCP_PATH) return false;
  return service === 'gateway' || service === 'webhooks';
}
