import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { respondWhileStarting, type StartupStep } from '../health/startup';
import type { AccessLog } from '../logging/access-log';
import { listen, urlOf } from './listen';
import { onAnswered } from './on-answered';
import { endOpenEnded, isOpenEnded } from './open-ended';
import { sendExpectationFailed } from './raw-errors';

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
 * A port that is open before its application exists. Services that call each other (reviews and ai) need each
 * other's address before either starts. Until an application is attached it responds 503, and only `/health/live`
 * responds 200.
 */
export class HttpListener {
  /** Set it as soon as the settings of the service are known. Null logs no requests. */
  accessLog: AccessLog | null = null;
  /** The responses of each open connection that are not complete, in the order of their requests. */
  private readonly unanswered = new Map<Socket, Set<ServerResponse>>();
  private step: StartupStep = 'waiting for the services before it';
  private handler: RequestListener = (request, response) =>
    respondWhileStarting(request, response, this.step, this.accessLog);
  private isClosingConnections = false;
  private isClosing = false;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.watch(socket));
    server.on('checkExpectation', (request, response) =>
      this.receive(request, response, () => sendExpectationFailed(request, response, this.accessLog)),
    );
    server.on('request', (request, response) => this.receive(request, response, this.handler));
  }

  /** Opens the port; `port` 0 takes any free one. Throws if the port is taken. */
  static async open(host: string, port: number, slowClients = SLOW_CLIENTS): Promise<HttpListener> {
    // Node would refuse a missing Host header with an empty body. The gateway refuses it with an error message.
    const options = { ...slowClients, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false };
    const server = createServer(options);
    const listener = new HttpListener(server);
    await listen(server, host, port, 'PORT');
    return listener;
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** Sets what `/health/startup` shows until an application is attached. */
  report(step: StartupStep): void {
    this.step = step;
  }

  /** Returns how many requests have no complete response, without those that get one for as long as the client stays. */
  requestsInFlight(): number {
    let requests = 0;
    for (const ofConnection of this.unanswered.values())
      for (const response of ofConnection) if (!isOpenEnded(response)) requests += 1;
    return requests;
  }

  /** Returns the server for Fastify's `serverFactory` option. The application receives requests after `ready()`. */
  serverFactory(handler: RequestListener): { server: Server; ready: () => void } {
    const ready = (): void => void (this.handler = handler);
    return { server: this.server, ready };
  }

  /**
   * Gives every response from now on the header `Connection: close`, so that clients use other connections for their
   * next requests. The port stays open and requests are served.
   */
  beginShutdown(): void {
    this.isClosingConnections = true;
    for (const responses of this.unanswered.values()) {
      for (const response of responses) this.closeAfter(response, responses);
    }
  }

  /**
   * Accepts no more connections and waits for the requests in flight, at most `maxMs`. Closes idle connections
   * immediately. Node's closeIdleConnections is not enough: it skips connections that never sent a request, which
   * delayed a stop by seconds.
   */
  async close(maxMs = 10_000): Promise<void> {
    if (!this.server.listening) return;
    this.beginShutdown();
    this.isClosing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const [socket, responses] of this.unanswered) {
      if (responses.size === 0) socket.destroySoon();
      for (const response of responses) endOpenEnded(response);
    }
    const cutOff = setTimeout(() => this.server.closeAllConnections(), maxMs);
    await closed;
    clearTimeout(cutOff);
  }

  private watch(socket: Socket): void {
    this.unanswered.set(socket, new Set());
    socket.once('close', () => this.unanswered.delete(socket));
  }

  private receive(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void {
    const { socket } = request;
    const responses = this.unanswered.get(socket);
    // The client gets no response, and knows that this request was not handled, because an earlier response on the
    // connection says that the connection ends with it.
    if (!responses || (this.isClosingConnections && [...responses].some(saysClose))) return;
    responses.add(response);
    onAnswered(request, response, () => {
      responses.delete(response);
      if (this.isClosing && responses.size === 0) socket.destroySoon();
    });
    if (this.isClosingConnections) this.closeAfter(response, responses);
    handler(request, response);
  }

  /**
   * Announces the end of the connection in this response, unless its head is sent. Node closes a connection after such
   * a response. So only the last of pipelined responses gets the header, and none whose request has not arrived
   * completely: to close while the client still sends would destroy the response.
   */
  private closeAfter(response: ServerResponse, responses: ReadonlySet<ServerResponse>): void {
    const { req: request } = response;
    const announce = (): void => {
      for (const other of responses) if (!other.headersSent) other.removeHeader('connection');
      const isLast = [...responses].at(-1) === response;
      if (isLast && !response.headersSent) response.setHeader('connection', 'close');
    };
    if (request.complete || !hasBody(request)) announce();
    else request.once('end', announce);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function saysClose(response: ServerResponse): boolean {
  return response.headersSent && response.getHeader('connection') === 'close';
}
