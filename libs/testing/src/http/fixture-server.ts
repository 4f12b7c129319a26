import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface RecordedRequest {
  method: string;
  /** The path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Names and values alternate, as the client sent them. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
  /** Returns the body as JSON. Throws if it is not JSON. */
  json<T = unknown>(): T;
  receivedAt: Date;
}

/** A normal response. A body that is an object is sent as JSON. */
export interface PlainResponse {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | object;
  /** Waits before the first byte. */
  delayMs?: number;
}

/** Sends the headers at once and then the chunks one by one. */
export interface DripResponse {
  status?: number;
  headers?: Record<string, string | string[]>;
  drip: { chunks: Iterable<string | Buffer>; everyMs: number };
}

/** `hang` never responds. `reset` resets the connection. `cut` resets it after the headers and half of the body. */
export type FixtureResponse = PlainResponse | DripResponse | 'hang' | 'reset' | 'cut';

export type FixtureHandler = (request: RecordedRequest) => FixtureResponse | Promise<FixtureResponse>;

export interface FixtureServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** All requests so far, in the order of arrival. */
  requests: RecordedRequest[];
  /** Replaces the handler. */
  handle(handler: FixtureHandler): void;
  close(): Promise<void>;
}

/** Starts a local HTTP server in place of an external system. It records each request and responds as `handler` says. */
export async function startFixtureServer(handler: FixtureHandler = () => ({})): Promise<FixtureServer> {
  let current = handler;
  const requests: RecordedRequest[] = [];
  // Only the client closes idle connections. Otherwise the server could close one just as a request arrives.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    // In many tests the client closes the connection early.
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

async function answer(outgoing: ServerResponse, given: FixtureResponse): Promise<void> {
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

function send(outgoing: ServerResponse, { status = 200, headers = {}, body = '' }: PlainResponse): void {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  outgoing.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers });
  outgoing.end(isJson ? JSON.stringify(body) : body);
}

async function drip(outgoing: ServerResponse, given: DripResponse): Promise<void> {
  outgoing.writeHead(given.status ?? 200, given.headers);
  outgoing.flushHeaders();
  for (const chunk of given.drip.chunks) {
    if (outgoing.destroyed) return;
    outgoing.write(chunk);
    await pause(given.drip.everyMs);
  }
  outgoing.end();
}

/** Sends a 500 with the stack when the handler throws, because that is a mistake in the test. */
function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(500, { 'content-type': 'text/plain' });
  outgoing.end(
    `The handler of the fixture server failed: ${error instanceof Error ? error.stack : String(error)}`,
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
