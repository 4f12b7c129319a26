import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_NETWORK_HEADER } from '@plaudit/contracts';
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

/** Returns who followed the link. Returns null for a HEAD, which nobody follows. */
export function visitorOf({ method, headers }: LinkRequest): Visitor | null {
  if (method === 'HEAD') return null;
  const network = headers[CLIENT_NETWORK_HEADER];
  return {
    network: clientNetwork(typeof network === 'string' ? network : undefined),
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  };
}
