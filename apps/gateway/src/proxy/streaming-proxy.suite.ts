import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

export const MEGABYTE = 1024 * 1024;
/** More bytes than the buffers of both connections hold. */
export const HUGE = 96 * MEGABYTE;

/** Stands in for a service. It writes only as fast as it is read, and counts the bytes written. */
export class Reports {
  respond: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) =>
    response.end('fine');
  /** Responses that have not ended. */
  readonly open = new Set<ServerResponse>();
  /** Number of requests that arrived during the current test. */
  received = 0;
  /** Number of body bytes written by the last call of {@link stream}. */
  written = 0;
  private readonly server: Server = createServer((request, response) => {
    this.received += 1;
    this.open.add(response);
    response.on('error', () => {});
    response.on('close', () => this.open.delete(response));
    this.respond(request, response);
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Writes a body without repetitions. Resolves with its hash when all of it is written. */
  async stream(response: ServerResponse, bytes: number): Promise<string> {
    const hash = createHash('sha256');
    this.written = 0;
    for (let block = 0; this.written < bytes && !response.destroyed; block += 1) {
      const chunk = Buffer.alloc(Math.min(65_521, bytes - this.written), `block ${block};`);
      hash.update(chunk);
      this.written += chunk.length;
      if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
    return hash.digest('hex');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A client that can pause reading. */
export class Client {
  readonly received: Buffer[] = [];
  isClosed = false;
  private readonly socket: Socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => {});
    this.socket.on('close', () => (this.isClosed = true));
    this.socket.on('data', (chunk) => this.received.push(chunk));
  }

  send(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  pause(): this {
    this.socket.pause();
    return this;
  }

  resume(): this {
    this.socket.resume();
    return this;
  }

  disconnect(): void {
    this.socket.destroy();
  }

  get text(): string {
    return Buffer.concat(this.received).toString('latin1');
  }

  /** Waits until the received text ends with `ending`. */
  async endsWith(ending: string): Promise<void> {
    await eventually(
      () => this.text,
      (text) => text.endsWith(ending),
      `the client to have received ${JSON.stringify(ending)}`,
    );
  }

  async closes(): Promise<void> {
    await eventually(
      () => this.isClosed,
      (isClosed) => isClosed,
      'the connection to end',
    );
  }
}

/** A gateway in front of such a service, and the clients of the current test. */
export class StreamingProxy {
  reports: Reports;
  private gateway: GatewayWorld;
  private readonly clients: Client[] = [];

  async start(settings: Record<string, string> = {}): Promise<void> {
    this.reports = new Reports();
    this.gateway = await startGatewayWorld({ REPORTS_URL: await this.reports.start(), ...settings });
  }

  async stop(): Promise<void> {
    await this.gateway.close();
    await this.reports.close();
  }

  /** Call this after each test. */
  reset(): void {
    for (const client of this.clients.splice(0)) client.disconnect();
    this.reports.received = 0;
    this.reports.written = 0;
    expect(this.gateway.world.logs.errors()).toEqual([]);
  }

  get url(): string {
    return this.gateway.url;
  }

  /** The header with the key. */
  get authorization(): { authorization: string } {
    return basic(this.gateway.apiKey);
  }

  newClient(): Client {
    const client = new Client(this.gateway.url);
    this.clients.push(client);
    return client;
  }

  /** Returns a complete request without a body, or the request line and headers of one with a body. */
  head(method = 'GET', ...headers: string[]): string {
    const { authorization } = this.authorization;
    const lines = [
      `${method} /public/v1/reports/x HTTP/1.1`,
      'Host: x',
      `Authorization: ${authorization}`,
      ...headers,
    ];
    return `${lines.join('\r\n')}\r\n\r\n`;
  }

  request(): Promise<Response> {
    return fetch(`${this.gateway.url}/public/v1/reports/x`, { headers: this.authorization });
  }

  async expectFine(): Promise<void> {
    this.reports.respond = (_request, response) => response.end('fine');
    const response = await this.request();
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: 'fine' });
  }

  async serviceReceives(times = 1): Promise<void> {
    await eventually(
      () => this.reports.received,
      (received) => received === times,
      'the service to receive the request',
    );
  }

  async serviceIsIdle(): Promise<void> {
    await eventually(
      () => this.reports.open.size,
      (open) => open === 0,
      'the requests to the service to end',
    );
  }

  /** Waits until the service has stopped writing because it is not read. Resolves with the bytes written. */
  async serviceIsBlocked(): Promise<number> {
    let before = -1;
    let unchanged = 0;
    return eventually(
      () => this.reports.written,
      (written) => {
        unchanged = written === before && written > 0 ? unchanged + 1 : 0;
        before = written;
        return unchanged >= 20;
      },
      'the service to be blocked',
    );
  }
}
