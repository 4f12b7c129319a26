import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it, whole. */
export interface RecordedRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Names and values as they were sent, in turn. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
  /** The body as JSON; throws when it is none. */
  json<T = unknown>(): T;
  receivedAt: Date;
}

/** An ordinary answer; an object body is sent as JSON. */
export interface PlainAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | object;
  /** Waits before the first byte. */
  delayMs?: number;
}

/** Headers at once, then the chunks one by one. */
export interface DripAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  drip: { chunks: Iterable<string | Buffer>; everyMs: number };
}

/** `hang`: never answers. `reset`: the connection is reset. `cut`: headers and half a body, then reset. */
export type FixtureAnswer = PlainAnswer | DripAnswer | 'hang' | 'reset' | 'cut';

export type FixtureHandler = (request: RecordedRequest) => FixtureAnswer | Promise<FixtureAnswer>;

export interface FixtureServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** In the order of arrival. */
  requests: RecordedRequest[];
  /** Answers differently from now on. */
  handle(handler: FixtureHandler): void;
  close(): Promise<void>;
}

/** A local HTTP server in place of an outside party: records every request, answers as `handler` says. */
export async function startFixtureServer(handler: FixtureHandler = () => ({})): Promise<FixtureServer> {
  let current = handler;
  const requests: RecordedRequest[] = [];
  // Idle connections are the client's to close: one that a request goes out on must not be closed in that moment.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    // A client that goes away is part of many tests.
    outgoing.on('error', () => {});
    record(incoming)
      .then(async (request) => {
        requests.push(request);
        await answer(outgoing, await current(request));
      })
      .catch((error: unknown) => fail(outgoing, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A spec whose world fails to close may never get to close this server.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    handle: (next) => (current = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://fixture');
  const body = Buffer.concat(chunks);
  const text = body.toString('utf8');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    body,
    text,
    json: <T>() => JSON.parse(text) as T,
    receivedAt: new Date(),
  };
}

async function answer(outgoing: ServerResponse, given: FixtureAnswer): Promise<void> {
  if (given === 'hang') return;
  if (given === 'reset') {
    outgoing.socket?.resetAndDestroy();
  } else if (given === 'cut') {
    outgoing.writeHead(200, { 'content-length': '100' });
    outgoing.write('half a body', () => outgoing.socket?.resetAndDestroy());
  } else if ('drip' in given) {
    await drip(outgoing, given);
  } else {
    if (given.delayMs) await pause(given.delayMs);
    send(outgoing, given);
  }
}

function send(outgoing: ServerResponse, { status = 200, headers = {}, body = '' }: PlainAnswer): void {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  outgoing.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers });
  outgoing.end(isJson ? JSON.stringify(body) : body);
}

async function drip(outgoing: ServerResponse, given: DripAnswer): Promise<void> {
  outgoing.writeHead(given.status ?? 200, given.headers);
  outgoing.flushHeaders();
  for (const chunk of given.drip.chunks) {
    if (outgoing.destroyed) return;
    outgoing.write(chunk);
    await pause(given.drip.everyMs);
  }
  outgoing.end();
}

/** A handler that throws is a mistake in the test; the client sees it as a 500 that says so. */
function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(500, { 'content-type': 'text/plain' });
  outgoing.end(`The fixture's handler failed: ${error instanceof Error ? error.stack : String(error)}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
