import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_NETWORK_HEADER, PRINCIPAL_HEADER, type TraceContext } from '@plaudit/contracts';
import { SUB_ACCOUNT_HEADER } from '../session-api/sub-account-header';
import { type Access, actsForAccount, sessionLinkOf } from './route-table';

/** Headers for one connection only (RFC 9110, section 7.6.1), and `expect`, which Node has answered already. */
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

/** Headers that only the gateway sets, and those that no service needs, such as the session cookie. */
const NOT_FOR_SERVICES = new Set([
  ...HOP_BY_HOP,
  'content-length',
  'cookie',
  'forwarded',
  'host',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
  SUB_ACCOUNT_HEADER,
  CLIENT_NETWORK_HEADER,
  PRINCIPAL_HEADER,
]);

/** What the gateway states about a request. */
export interface GatewayStatement {
  access: Access;
  /** The signed principal. */
  token: string;
  requestId: string;
  /** Address that the request came from. It is appended to X-Forwarded-For. */
  peer: string;
  protocol: string;
  /** The network of the client. Passed on for requests without a key. */
  sender: string;
  /** The trace that the request belongs to. */
  trace: TraceContext;
}

/**
 * Returns the headers for the service: those of the client without the ones that it may not set, and those of the
 * gateway. The length of the body is left to undici, because the gateway may have read a body of undeclared length.
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  statement: GatewayStatement,
): IncomingHttpHeaders {
  const named = namedByConnection(headers.connection);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || NOT_FOR_SERVICES.has(name) || named?.has(name)) continue;
    // The key stays here. On public routes the header belongs to the service, for instance to check a mail provider.
    if (name === 'authorization' && actsForAccount(statement.access)) continue;
    forwarded[name] = value;
  }
  const { host, 'x-forwarded-for': hops } = headers;
  forwarded['x-forwarded-for'] = hops ? `${String(hops)}, ${statement.peer}` : statement.peer;
  forwarded['x-forwarded-proto'] = statement.protocol;
  if (host) forwarded['x-forwarded-host'] = host;
  forwarded['x-request-id'] = statement.requestId;
  if (statement.access === 'public') forwarded[CLIENT_NETWORK_HEADER] = statement.sender;
  forwarded[PRINCIPAL_HEADER] = statement.token;
  const { traceparent, tracestate } = statement.trace;
  if (traceparent) forwarded['traceparent'] = traceparent;
  if (traceparent && tracestate) forwarded['tracestate'] = tracestate;
  return forwarded;
}

/**
 * Returns the headers for the client: those of the service without the ones of the connection to the gateway. The service does
 * not know the path that a session uses, so its `Link` is translated.
 */
export function responseHeaders(headers: IncomingHttpHeaders, access: Access): IncomingHttpHeaders {
  const named = namedByConnection(headers.connection);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (!HOP_BY_HOP.has(name) && !named?.has(name)) forwarded[name] = headers[name];
  }
  const { link } = forwarded;
  if (access === 'session' && typeof link === 'string') forwarded['link'] = sessionLinkOf(link);
  return forwarded;
}

function namedByConnection(connection: string | undefined): Set<string> | undefined {
  if (!connection || connection === 'keep-alive' || connection === 'close') return undefined;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
