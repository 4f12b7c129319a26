import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { listen, urlOf } from './listen';
import { sendExpectationFailed, sendStarting } from './raw-errors';

/**
 * Longer than proxies keep an idle connection open, so that the proxy closes it first and never sends on a closed
 * one.
 */
export const KEEP_ALIVE_MS = 72_000;

/**
 * Limits for clients that send slowly. A connection that has not sent the headers of a request within ten seconds is
 * closed, and so is one that has sent none at all. Bodies have a shorter limit of their own.
 */
const SLOW_CLIENTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * A port that is open before its application exists. Services that call each other (reviews and widgets) need each
 * other's address before either starts. Responds 503 until an application is attached.
 */
export class HttpListener {
  /** The number of requests in flight on each open connection. */
  private readonly inFlight = new Map<Socket, number>();
  private closing = false;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.watch(socket));
    server.on('checkExpectation', sendExpectationFailed);
    server.on('request', ({ socket }, response) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  /** Opens the port; `port` 0 takes any free one. Throws if the port is taken. */
  static async open(host: string, port: number, slowClients = SLOW_CLIENTS): Promise<HttpListener> {
    // Node would refuse a missing Host header with an empty body. The gateway refuses it with an error message.
    const options = { ...slowClients, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false };
    const server = createServer(options, sendStarting);
    await listen(server, host, port);
    return new HttpListener(server);
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** Returns how many requests have no complete response. */
  requestsInFlight(): number {
    let requests = 0;
    for (const ofConnection of this.inFlight.values()) requests += ofConnection;
    return requests;
  }

  /** Returns the server for Fastify's `serverFactory` option. The application receives requests after `ready()`. */
  serverFactory(handler: RequestListener): { server: Server; ready: () => void } {
    const ready = (): void => {
      this.server.removeListener('request', sendStarting);
      this.server.on('request', handler);
    };
    return { server: this.server, ready };
  }

  /**
   * Accepts no more connections and waits for the requests in flight, at most `graceMs`. Closes idle connections
   * immediately. Node's closeIdleConnections is not enough: it skips connections that never sent a request, which
   * delayed a stop by seconds.
   */
  async close(graceMs = 10_000): Promise<void> {
    if (!this.server.listening) return;
    this.closing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const [socket, requests] of this.inFlight) if (requests === 0) socket.destroySoon();
    const cutOff = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cutOff);
  }

  private watch(socket: Socket): void {
    this.inFlight.set(socket, 0);
    socket.once('close', () => this.inFlight.delete(socket));
  }

  private count(socket: Socket, change: 1 | -1): void {
    const requests = this.inFlight.get(socket);
    if (requests === undefined) return;
    this.inFlight.set(socket, requests + change);
    if (this.closing && requests + change === 0) socket.destroySoon();
  }
}
