import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, CLIENT_NETWORK_HEADER, ownValue } from '@plaudit/contracts';
import { clientNetwork } from '../hits/client-network';
import type { Visitor } from '../hits/hit';

const MAX_USER_AGENT = 400;

/** The part of an HTTP request that the pages of links use. */
export interface LinkRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

/** The part of Fastify's reply that the pages of links use. */
export interface LinkReply {
  code(status: number): LinkReply;
  header(name: string, value: string): LinkReply;
}

/** Sets the headers of every response to a link: nobody stores it, and no other site learns the token. */
export function setLinkHeaders(reply: LinkReply): void {
  reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex, nofollow')
    .header('X-Content-Type-Options', 'nosniff');
}

/** Returns the error for a token that leads nowhere. People see it as a page in the language of their browser. */
export function unknownLink(): ApiError {
  return new ApiError('not_found', 'This link does not exist, or its invitation was deleted.');
}

/** Headers with which browsers say that they load a page in advance. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns who followed the link. Returns null for a HEAD, and for a browser that loads the page before anybody wants it. */
export function visitorOf({ method, headers }: LinkRequest): Visitor | null {
  const isPrefetch = PREFETCH_HEADERS.some((name) =>
    /prefetch|preview/i.test(String(ownValue(headers, name) ?? '')),
  );
  if (method === 'HEAD' || isPrefetch) return null;
  const network = headers[CLIENT_NETWORK_HEADER];
  return {
    network: clientNetwork(typeof network === 'string' ? network : undefined),
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  };
}
