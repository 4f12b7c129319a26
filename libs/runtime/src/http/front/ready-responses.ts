import { STATUS_CODES } from 'node:http';
import type { RequestHead } from './request-head';

/** A response as it is sent. */
export interface ReadyResponse {
  status: number;
  /** The lines up to the headers that each response has of its own: its date, X-Request-Id and those of the connection. */
  head: string;
  /** Null for a response without a body. */
  body: Buffer | null;
}

/**
 * Responses that a service has ready. They are sent before Node's HTTP server, Fastify and Nest see the request, because each of these
 * costs more than such a response. The request needs a token that this process has verified, of any scope.
 */
export abstract class ReadyResponses {
  /** The pattern of the route, as Fastify names it in metrics and in the log. */
  abstract readonly route: string;

  /** Returns the response to a GET without a body, or null if the application has to make one. */
  abstract find(request: RequestHead): ReadyResponse | null;
}

/** Headers that each response has of its own. */
const OWN_HEADERS = new Set(['x-request-id', 'date', 'connection', 'keep-alive']);

/** Returns the head of a ready response. The headers are those of the response that it repeats. */
export function readyHead(status: number, headers: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const lines = fields.map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
}
