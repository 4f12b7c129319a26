import type { Socket } from 'node:net';
import type { ReadyResponder, WrittenResponse } from './ready-responder';
import { readRequestHead, type RequestHead } from './request-head';

/** Milliseconds. */
export interface ConnectionTimes {
  /** How long a connection may send nothing before its first request. */
  first: number;
  /** How long it may send nothing between two requests. */
  idle: number;
}

interface FrontOptions {
  /** Returns null for every request that Node's HTTP server should get. */
  respond: ReadyResponder;
  /** Gives the connection to Node's HTTP server. */
  serve: () => void;
  times: ConnectionTimes;
}

/** The request that Node's HTTP server has. */
interface Served {
  /** Bytes of its body that have not arrived. Negative for good if it is not known where the next request begins. */
  bodyLeft: number;
  responded: boolean;
}

type Reader = (chunk: Buffer) => void;

/**
 * Sees the bytes of a connection first and sends ready responses. Everything else goes to Node's HTTP server, which takes about as long
 * to read a request and to write a response as all the rest.
 *
 * It looks for a request only where one certainly begins: at the start of a chunk, if every request before was plain (see
 * {@link readRequestHead}), ended with a chunk, and has its response. If a request is split, pipelined or unusual in another way, Node's
 * HTTP server gets everything that follows. So the bytes of a body or of a broken request are never taken for a request.
 */
export class FrontConnection {
  /** The readers of Node's HTTP server. Null until it has the connection. */
  private readers: Reader[] | null = null;
  /** Null between two requests. */
  private served: Served | null = null;
  private readonly read = (chunk: Buffer): void => this.receive(chunk);

  constructor(
    private readonly connection: Socket,
    private readonly options: FrontOptions,
  ) {
    connection.setTimeout(options.times.first);
    connection.on('data', this.read);
    // Node's HTTP server has listeners of its own.
    connection.on('timeout', () => this.readers ?? connection.destroy());
    connection.on('end', () => this.readers ?? connection.end());
    connection.on('error', () => this.readers ?? connection.destroy());
  }

  /** Call it when no response of Node's HTTP server is left to send. */
  responded(): void {
    if (this.served) this.served.responded = true;
    this.endRequest();
  }

  private receive(chunk: Buffer): void {
    if (this.served) {
      this.served.bodyLeft -= chunk.length;
    } else {
      const request = readRequestHead(chunk);
      if (request && this.respondedAtOnce(request, chunk)) return;
      const bodyLeft = request ? request.size + request.bodySize - chunk.length : -1;
      this.served = { bodyLeft, responded: false };
    }
    this.readers ??= this.attach();
    for (const read of this.readers) read.call(this.connection, chunk);
    this.endRequest();
  }

  private respondedAtOnce(request: RequestHead, chunk: Buffer): boolean {
    if (request.size !== chunk.length || request.bodySize > 0) return false;
    const response = this.options.respond(request);
    if (response) this.send(response);
    return response !== null;
  }

  private send({ head, body }: WrittenResponse): void {
    const { connection } = this;
    const { idle } = this.options.times;
    if (!this.readers && connection.timeout !== idle) connection.setTimeout(idle);
    if (body) connection.cork();
    connection.write(head, 'latin1');
    if (body) {
      connection.write(body);
      connection.uncork();
    }
    if (!connection.writableNeedDrain) return;
    // A client that does not read its responses may not ask for more of them.
    connection.pause();
    connection.once('drain', () => connection.resume());
  }

  /**
   * Gives the connection to Node's HTTP server and stays in front of its readers. As soon as another listener is added, the server reads
   * through its listeners instead of directly from the connection.
   */
  private attach(): Reader[] {
    const { connection } = this;
    connection.setTimeout(0);
    connection.removeListener('data', this.read);
    this.options.serve();
    const readers = connection.listeners('data') as Reader[];
    for (const reader of readers) connection.removeListener('data', reader);
    connection.on('data', this.read);
    return readers;
  }

  private endRequest(): void {
    // The last response of a connection ends it.
    const stays = !this.connection.writableEnded;
    if (stays && this.served?.responded && this.served.bodyLeft === 0) this.served = null;
  }
}
