import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What the server does wrong. */
export interface ImapFaults {
  /** The command that it answers with `fault` instead. */
  command?: string;
  fault?: 'no' | 'drop' | 'silence' | 'flood';
}

/** A tiny IMAP server on a socket, with one mailbox. It knows the commands that the product sends. */
export class ImapStandIn {
  /** The mails by their UIDs, and whether they were read. */
  readonly mails = new Map<number, { raw: Buffer; seen: boolean }>();
  readonly commands: string[] = [];
  faults: ImapFaults = {};
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ImapStandIn> {
    const server = createServer();
    const standIn = new ImapStandIn(server);
    server.on('connection', (socket) => standIn.serve(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  add(raw: Buffer): number {
    const uid = this.mails.size + 1;
    this.mails.set(uid, { raw, seen: false });
    return uid;
  }

  unread(): number {
    return [...this.mails.values()].filter(({ seen }) => !seen).length;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
    socket.write('* OK IMAP4rev1 ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.answer(socket, line);
    });
  }

  private answer(socket: Socket, line: string): void {
    const [tag = '', ...words] = line.split(' ');
    const uidCommand = words[0]?.toUpperCase() === 'UID';
    const command = (uidCommand ? words[1] : words[0])?.toUpperCase() ?? '';
    this.commands.push(command);
    if (command === this.faults.command) return this.fail(socket, tag);
    const parts = this.respond(command, words.slice(uidCommand ? 2 : 1));
    socket.write(
      Buffer.concat([...parts.map((part) => Buffer.from(part)), Buffer.from(`${tag} OK done\r\n`)]),
    );
    if (command === 'LOGOUT') socket.end();
  }

  private fail(socket: Socket, tag: string): void {
    const { fault } = this.faults;
    if (fault === 'no') socket.write(`${tag} NO reviews@reviews.example may not\r\n`);
    if (fault === 'drop') socket.destroy();
    if (fault === 'flood') socket.write(`* 1 FETCH (UID 1 BODY[]<0> {${2 ** 31}}\r\n${'x'.repeat(100_000)}`);
  }

  private respond(command: string, words: readonly string[]): (string | Buffer)[] {
    switch (command) {
      case 'CAPABILITY':
        return ['* CAPABILITY IMAP4rev1\r\n'];
      case 'LIST':
        return ['* LIST () "/" INBOX\r\n'];
      case 'SELECT':
        return [
          '* FLAGS (\\Seen)\r\n',
          `* ${this.mails.size} EXISTS\r\n`,
          `* OK [UIDVALIDITY 1] valid\r\n* OK [UIDNEXT ${this.mails.size + 1}] next\r\n`,
        ];
      case 'SEARCH':
        return [`* SEARCH ${this.unseenIds().join(' ')}\r\n`.replace(' \r', '\r')];
      case 'FETCH':
        return this.fetched(Number(words[0]), Number(/<0\.(\d+)>/.exec(words.join(' '))?.[1] ?? Infinity));
      case 'STORE':
        this.mails.get(Number(words[0]))!.seen = true;
        return [];
      case 'LOGOUT':
        return ['* BYE\r\n'];
      default:
        return [];
    }
  }

  private fetched(uid: number, maxBytes: number): (string | Buffer)[] {
    const raw = this.mails.get(uid)?.raw.subarray(0, maxBytes);
    return raw ? [`* ${uid} FETCH (UID ${uid} BODY[]<0> {${raw.length}}\r\n`, raw, ')\r\n'] : [];
  }

  private unseenIds(): number[] {
    return [...this.mails].filter(([, { seen }]) => !seen).map(([uid]) => uid);
  }
}
