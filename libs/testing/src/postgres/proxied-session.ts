import { connect, type Socket } from 'node:net';

import { ProtocolMessages, statementOf } from './protocol-messages';

/** A fault that strikes when a session sends a certain statement. */
export interface Fault {
  /** A part of the statement's text. */
  statement: string;
  /** `true` keeps the statement from the server until {@link ProxiedSession.release}. */
  holds: boolean;
  strike(session: ProxiedSession): void;
}

/** A connection of a client, and the connection to the server that was opened for it. */
export class ProxiedSession {
  private readonly server: Socket;
  private readonly fromClient = new ProtocolMessages('headless first');
  private readonly fromServer = new ProtocolMessages('all alike');
  private held: Buffer[] | null = null;
  /** Called at the end of the response that the client must not receive. */
  private swallowed: (() => void) | null = null;
  private busy = true;

  constructor(
    private readonly client: Socket,
    server: { host: string; port: number },
    private readonly faultFor: (statement: string) => Fault | undefined,
  ) {
    this.server = connect(server.port, server.host);
    this.server.on('data', (chunk: Buffer) => this.receiveFromServer(chunk));
    client.on('data', (chunk: Buffer) => this.receiveFromClient(chunk));
    for (const socket of [client, this.server]) {
      socket.setNoDelay(true);
      // The proxy breaks connections on purpose.
      socket.on('error', () => {});
      socket.on('close', () => this.cut());
    }
  }

  /** Sends the held messages to the server. */
  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const message of held) this.sendToServer(message);
  }

  /** Keeps the response to the current statement from the client, and calls `done` when the server has sent it. */
  swallowResponse(done: () => void): void {
    this.swallowed = done;
  }

  /** Runs a statement in the session, between two statements of the client. The client does not notice. */
  async inject(statement: string): Promise<void> {
    while (this.busy || this.held) await new Promise((resolve) => setTimeout(resolve, 1));
    this.held = [];
    const text = Buffer.from(`${statement}\0`);
    const head = Buffer.from('Q\0\0\0\0');
    head.writeInt32BE(4 + text.length, 1);
    const responded = new Promise<void>((resolve) => this.swallowResponse(resolve));
    this.server.write(Buffer.concat([head, text]));
    await responded;
    this.release();
  }

  /** Closes both connections. The client and the server notice at once. */
  cut(): void {
    this.client.destroy();
    this.server.destroy();
  }

  /** Closes the connection to the server and leaves that of the client open, as a network failure does. */
  leaveHalfOpen(): void {
    this.held = [];
    this.server.removeAllListeners('close');
    this.server.destroy();
  }

  private receiveFromClient(chunk: Buffer): void {
    for (const message of this.fromClient.cut(chunk)) {
      if (this.held) this.held.push(message);
      else this.sendToServer(message);
    }
  }

  private sendToServer(message: Buffer): void {
    const statement = statementOf(message);
    if (statement !== null) this.busy = true;
    const fault = statement === null ? undefined : this.faultFor(statement);
    if (fault?.holds) this.held = [message];
    else this.server.write(message);
    fault?.strike(this);
  }

  private receiveFromServer(chunk: Buffer): void {
    for (const message of this.fromServer.cut(chunk)) {
      const isEnd = message[0] === READY_FOR_QUERY;
      if (isEnd) this.busy = false;
      if (!this.swallowed) this.client.write(message);
      else if (isEnd) this.endSwallowing();
    }
  }

  private endSwallowing(): void {
    const done = this.swallowed;
    this.swallowed = null;
    done?.();
  }
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
