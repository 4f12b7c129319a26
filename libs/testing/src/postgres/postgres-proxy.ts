import { type AddressInfo, createServer, type Server } from 'node:net';

import { type Fault, ProxiedSession } from './proxied-session';

export interface HeldStatement {
  /** Lets it go on to the server. */
  release(): void;
  /** Ends the connection; the server rolls back what it had begun. */
  cut(): void;
}

/**
 * Stands between a service and its Postgres and does what networks do at the worst moment. It knows where a statement
 * begins and where its answer ends, so a fault strikes at an exact step of the code under test, without a hook in it.
 */
export class PostgresProxy {
  /** Like the url it was opened for, with this proxy as the server. */
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

  /** Stops the next statement that contains `text` before it reaches the server; resolves once one came. */
  hold(text: string): Promise<HeldStatement> {
    return new Promise((resolve) => this.arm(text, true, resolve));
  }

  /**
   * Lets the next statement that contains `text` through and keeps its answer from the client, whose connection is
   * `cut` or `strand`ed (it never hears anything again). Resolves once the server has done it.
   */
  loseAnswer(text: string, how: 'cut' | 'strand' = 'cut'): Promise<void> {
    return new Promise((resolve) => {
      this.arm(text, false, (session) =>
        session.swallowAnswer(() => {
          session[how]();
          resolve();
        }),
      );
    });
  }

  /** Runs a statement in every open session; the clients do not notice. */
  async inject(statement: string): Promise<void> {
    await Promise.all([...this.sessions].map((session) => session.inject(statement)));
  }

  /** Ends every open connection. */
  cut(): void {
    for (const session of this.sessions) session.cut();
  }

  /** The server loses every open connection, and the clients hear nothing any more: the network is gone. */
  strand(): void {
    for (const session of this.sessions) session.strand();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private arm(statement: string, holds: boolean, strike: Fault['strike']): void {
    this.faults.push({ statement, holds, strike });
  }

  /** A fault strikes once. */
  private take(statement: string): Fault | undefined {
    const at = this.faults.findIndex((fault) => statement.includes(fault.statement));
    return at === -1 ? undefined : this.faults.splice(at, 1)[0];
  }
}
