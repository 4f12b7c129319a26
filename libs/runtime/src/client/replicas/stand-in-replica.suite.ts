import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface ReceivedRequest {
  method: string;
  path: string;
  host: string;
  socket: Socket;
}

/** Stands in for a replica of a service. It counts its connections, and can freeze, stop and start again at its port. */
export class StandInReplica {
  /** The requests so far, without those of probes. */
  readonly requests: ReceivedRequest[] = [];
  /** The number of probes so far. */
  probes = 0;
  isReady = true;
  respond: RequestListener = (_request, response) => response.end('fine');
  readonly sockets = new Set<Socket>();
  private server: Server;
  /** What a frozen replica will do when it wakes. Null while it is not frozen. */
  private postponed: (() => void)[] | null = null;

  private constructor(
    private readonly host: string,
    private port: number,
  ) {}

  static async start(host = '127.0.0.1', port = 0): Promise<StandInReplica> {
    const replica = new StandInReplica(host, port);
    await replica.listen();
    return replica;
  }

  get name(): string {
    return `${this.host}:${this.port}`;
  }

  get url(): string {
    return `http://${this.name}`;
  }

  /** Opens the port, the same one as before. */
  async listen(): Promise<void> {
    // Offers to keep idle connections for longer than a client should use them.
    this.server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
      const { method = '', url: path = '', headers, socket } = request;
      const isProbe = path === '/health/ready';
      if (isProbe) this.probes += 1;
      else this.requests.push({ method, path, host: headers.host ?? '', socket });
      const respond = (): void => {
        if (isProbe) response.writeHead(this.isReady ? 200 : 503).end();
        else this.respond(request, response);
      };
      if (this.postponed) this.postponed.push(respond);
      else respond();
    });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, this.host, resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Accepts connections from now on, but responds to nothing. */
  freeze(): void {
    this.postponed = [];
  }

  /** Responds to everything, also to what arrived while it was frozen. */
  thaw(): void {
    const { postponed } = this;
    this.postponed = null;
    for (const respond of postponed ?? []) respond();
  }

  /** Closes the port and every connection. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
