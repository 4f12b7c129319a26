import type { IncomingHttpHeaders, OutgoingHttpHeader } from 'node:http';
import { PRINCIPAL_HEADER } from '@plaudit/contracts';
import type { Access } from './route-table';

/** The gateway's own headers of an answer. */
export type AnswerHeaders = Readonly<Record<string, OutgoingHttpHeader | undefined>>;

/** Meant for one connection, not for the next (RFC 9110, 7.6.1), and `expect`, which Node has answered already. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Not in an answer that has none (RFC 9110, 8.6). */
const OF_CONTENT = new Set(['content-length', 'content-type']);

/** Claims about the client or the path that only the gateway makes, and the session that is nobody else's business. */
const NOT_FOR_SERVICES = new Set([
  ...HOP_BY_HOP,
  'cookie',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
  PRINCIPAL_HEADER,
]);

/** What the gateway itself states about a request. */
export interface Statement {
  access: Access;
  /** The signed principal. */
  token: string;
  requestId: string;
  /** Address of the peer that the request came from, appended to X-Forwarded-For. */
  peer: string;
  protocol: string;
  /** False drops the length of a body that is not passed on. */
  hasBody: boolean;
}

/**
 * The headers a service gets: the client's own, less what is not theirs to say, plus the gateway's. Names and values in
 * turn: an object of ever other names is slow to make.
 */
export function requestHeaders(headers: IncomingHttpHeaders, statement: Statement): string[] {
  const named = namedByConnection(headers.connection);
  const forwarded: string[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || NOT_FOR_SERVICES.has(name) || named?.has(name)) continue;
    // The key ends here. On public routes the header belongs to the service (a mail provider's callback, say).
    if (name === 'authorization' && statement.access === 'key') continue;
    if (name === 'content-length' && !statement.hasBody) continue;
    if (typeof value === 'string') forwarded.push(name, value);
    else for (const one of value) forwarded.push(name, one);
  }
  const { host, 'x-forwarded-for': hops } = headers;
  forwarded.push('x-forwarded-for', hops ? `${String(hops)}, ${statement.peer}` : statement.peer);
  forwarded.push('x-forwarded-proto', statement.protocol);
  if (host) forwarded.push('x-forwarded-host', host);
  forwarded.push('x-request-id', statement.requestId, PRINCIPAL_HEADER, statement.token);
  return forwarded;
}

/**
 * The headers a client gets of a service's answer: the service's, and those of `own` that it did not set itself. Names
 * and values in turn.
 */
export function responseHeaders(
  status: number,
  headers: IncomingHttpHeaders,
  own: AnswerHeaders,
): OutgoingHttpHeader[] {
  const named = namedByConnection(headers.connection);
  const forwarded: OutgoingHttpHeader[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || HOP_BY_HOP.has(name) || named?.has(name)) continue;
    if (status === 204 && OF_CONTENT.has(name)) continue;
    forwarded.push(name, value);
  }
  for (const name in own) {
    const value = own[name];
    if (value !== undefined && (headers[name] === undefined || named?.has(name))) forwarded.push(name, value);
  }
  return forwarded;
}

function namedByConnection(connection: string | undefined): Set<string> | undefined {
  if (!connection || connection === 'keep-alive' || connection === 'close') return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
