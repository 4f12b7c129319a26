import { type AddressInfo, createServer, type Server } from 'node:net';

import { type Fault, ProxiedSession } from './proxied-session';

export interface HeldStatement {
  /** Sends the statement to the server. */
  release(): void;
  /** Closes the connection. The server rolls back the open transaction. */
  cut(): void;
}

/**
 * A proxy between a service and its Postgres that injects network faults. It parses the protocol, so that a fault strikes
 * at an exact statement of the code under test.
 */
export class PostgresProxy {
  /** The URL of the database, with this proxy as the server. */
  readonly url: string;
  private readonly sessions = new Set<ProxiedSession>();
  private readonly faults: Fault[] = [];

  private constructor(
    private readonly server: Server,
    databaseUrl: string,
  ) {
    const target = new URL(databaseUrl);
    const here = new URL(databaseUrl);
    here.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = here.toString();
    server.on('connection', (client) => {
      const address = { host: target.hostname, port: Number(target.port) };
      const session = new ProxiedSession(client, address, (statement) => this.take(statement));
      this.sessions.add(session);
      client.on('close', () => this.sessions.delete(session));
    });
  }

  static async open(databaseUrl: string): Promise<PostgresProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PostgresProxy(server, databaseUrl);
  }

  /** Holds the next statement that contains `text` before it reaches the server. Resolves when it arrives. */
  hold(text: string): Promise<HeldStatement> {
    return new Promise((resolve) => this.arm(text, true, resolve));
  }

  /**
   * Sends the next statement that contains `text` to the server and keeps the response from the client. The client's
   * connection is then closed (`cut`) or stays open without a server (`leaveHalfOpen`). Resolves when the server has run
   * the statement.
   */
  loseResponse(text: string, how: 'cut' | 'leaveHalfOpen' = 'cut'): Promise<void> {
    return new Promise((resolve) => {
      this.arm(text, false, (session) =>
        session.swallowResponse(() => {
          session[how]();
          resolve();
        }),
      );
    });
  }

  /** Runs a statement in every open session. The clients do not notice. */
  async inject(statement: string): Promise<void> {
    await Promise.all([...this.sessions].map((session) => session.inject(statement)));
  }

  /** Closes every open connection. */
  cut(): void {
    for (const session of this.sessions) session.cut();
  }

  /** Closes all connections to the server and leaves those of the clients open, as a network failure does. */
  leaveHalfOpen(): void {
    for (const session of this.sessions) session.leaveHalfOpen();
  }

  /** Closes every connection and refuses new ones, as a server that is down does. */
  refuse(): Promise<void> {
    return this.close();
  }

  /** Accepts connections again after {@link refuse}. */
  async accept(): Promise<void> {
    const { port } = new URL(this.url);
    await new Promise<void>((resolve) => this.server.listen(Number(port), '127.0.0.1', resolve));
  }

  /** Returns the URL of a database of the same server, with this proxy as the server. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.host = new URL(this.url).host;
    return url.toString();
  }

  /** Closes every connection, and the proxy if it is open. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private arm(statement: string, holds: boolean, strike: Fault['strike']): void {
    this.faults.push({ statement, holds, strike });
  }

  /** Returns and removes the fault for a statement. Each fault strikes once. */
  private take(statement: string): Fault | undefined {
    const at = this.faults.findIndex((fault) => statement.includes(fault.statement));
    return at === -1 ? undefined : this.faults.splice(at, 1)[0];
  }
}
