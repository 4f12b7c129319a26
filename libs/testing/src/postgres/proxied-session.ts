import { connect, type Socket } from 'node:net';

import { ProtocolMessages, statementOf } from './protocol-messages';

/** What a fault does to the session whose statement it was waiting for. */
export interface Fault {
  /** Text that the statement contains. */
  statement: string;
  /** True: the statement does not reach the server before {@link ProxiedSession.release}. */
  holds: boolean;
  strike(session: ProxiedSession): void;
}

/** One connection of a client and the one that was opened to the server for it. */
export class ProxiedSession {
  private readonly server: Socket;
  private readonly fromClient = new ProtocolMessages('headless first');
  private readonly fromServer = new ProtocolMessages('all alike');
  private held: Buffer[] | null = null;
  /** Called at the end of the answer that the client must not see. */
  private swallowed: (() => void) | null = null;
  private busy = true;

  constructor(
    private readonly client: Socket,
    server: { host: string; port: number },
    private readonly faultFor: (statement: string) => Fault | undefined,
  ) {
    this.server = connect(server.port, server.host);
    this.server.on('data', (chunk: Buffer) => this.answered(chunk));
    client.on('data', (chunk: Buffer) => this.asked(chunk));
    for (const socket of [client, this.server]) {
      socket.setNoDelay(true);
      // A broken connection is what this is for.
      socket.on('error', () => {});
      socket.on('close', () => this.cut());
    }
  }

  /** Lets what was held go on to the server. */
  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const message of held) this.ask(message);
  }

  /** Calls `done` when the server has answered the statement under way; the client never hears of it. */
  swallowAnswer(done: () => void): void {
    this.swallowed = done;
  }

  /** Runs a statement in the session between two of the client's, who does not notice. */
  async inject(statement: string): Promise<void> {
    while (this.busy || this.held) await new Promise((resolve) => setTimeout(resolve, 1));
    this.held = [];
    const text = Buffer.from(`${statement}\0`);
    const head = Buffer.from('Q\0\0\0\0');
    head.writeInt32BE(4 + text.length, 1);
    const answered = new Promise<void>((resolve) => this.swallowAnswer(resolve));
    this.server.write(Buffer.concat([head, text]));
    await answered;
    this.release();
  }

  /** Both ends learn of it at once. */
  cut(): void {
    this.client.destroy();
    this.server.destroy();
  }

  /** The server's end is gone; the client hears nothing any more, as if the network were. */
  strand(): void {
    this.held = [];
    this.server.removeAllListeners('close');
    this.server.destroy();
  }

  private asked(chunk: Buffer): void {
    for (const message of this.fromClient.cut(chunk)) {
      if (this.held) this.held.push(message);
      else this.ask(message);
    }
  }

  private ask(message: Buffer): void {
    const statement = statementOf(message);
    if (statement !== null) this.busy = true;
    const fault = statement === null ? undefined : this.faultFor(statement);
    if (fault?.holds) this.held = [message];
    else this.server.write(message);
    fault?.strike(this);
  }

  private answered(chunk: Buffer): void {
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
