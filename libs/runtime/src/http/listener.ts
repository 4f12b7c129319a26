import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@plaudit/contracts';
import { listen, urlOf } from './listen';
import { requestIdOf } from './request-id';

/** Longer than any proxy in front keeps an idle connection, so that the client side is the one that closes. */
export const KEEP_ALIVE_MS = 72_000;

/**
 * A port that is open before its application exists, because services that know each other (reviews and widgets)
 * must be told addresses before either has started. Answers 503 until an application is attached.
 */
export class HttpListener {
  /** Requests under way on each open connection. */
  private readonly underWay = new Map<Socket, number>();
  private closing = false;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.watch(socket));
    server.on('checkExpectation', answerExpectation);
    server.on('request', ({ socket }, response) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  /** `port` 0 takes any free one. Rejects when the port is taken. */
  static async open(host: string, port: number): Promise<HttpListener> {
    // A missing Host is refused by the gateway, in words; Node would do it without any.
    const options = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 60_000, requireHostHeader: false };
    const server = createServer(options, answerStarting);
    await listen(server, host, port);
    return new HttpListener(server);
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** What Fastify asks for as its server; from `ready()` on the application answers. */
  serverFactory(handler: RequestListener): { server: Server; ready: () => void } {
    const ready = (): void => {
      this.server.removeListener('request', answerStarting);
      this.server.on('request', handler);
    };
    return { server: this.server, ready };
  }

  /**
   * Takes no more connections and waits for the requests in flight, at most `graceMs`. Connections without one end at
   * once: Node's closeIdleConnections passes over those that never sent a request, which held a stop for seconds.
   */
  async close(graceMs = 10_000): Promise<void> {
    if (!this.server.listening) return;
    this.closing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const [socket, requests] of this.underWay) if (requests === 0) socket.destroySoon();
    const cutOff = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cutOff);
  }

  private watch(socket: Socket): void {
    this.underWay.set(socket, 0);
    socket.once('close', () => this.underWay.delete(socket));
  }

  private count(socket: Socket, change: 1 | -1): void {
    const requests = this.underWay.get(socket);
    if (requests === undefined) return;
    this.underWay.set(socket, requests + change);
    if (this.closing && requests + change === 0) socket.destroySoon();
  }
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const msg = 'The service is starting; try again in a second.';
  answer(request, response, {
    status: 503,
    code: 'upstream_unavailable',
    msg,
    headers: { 'retry-after': '1' },
  });
}

/** For any Expect but `100-continue`. */
function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const msg = 'The header Expect asks for what this server does not do; leave it out.';
  answer(request, response, { status: 417, code: 'validation_failed', msg });
}

interface Answer {
  status: number;
  code: ErrorCode;
  msg: string;
  headers?: Record<string, string>;
}

/** An error that comes before any application, in the shape of all others. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, msg, headers }: Answer,
): void {
  const requestId = requestIdOf(request);
  const body = JSON.stringify({ success: false, msg, code, request_id: requestId });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...headers,
  });
  response.end(body);
}
