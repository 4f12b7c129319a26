import type { IncomingHttpHeaders } from 'node:http';

/** The part of an HTTP request that a public response may depend on. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/** The part of Fastify's reply that controllers set by hand. */
export interface HttpReply {
  code(status: number): HttpReply;
  header(name: string, value: string): HttpReply;
  /** Returns what was set so far. The names are in lower case. */
  getHeaders(): Readonly<Record<string, unknown>>;
}

export interface HttpExchange {
  request: HttpRequest;
  reply: HttpReply;
}
