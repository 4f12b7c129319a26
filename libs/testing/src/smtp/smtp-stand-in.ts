import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What the server does at one point: `silence`, `drop` (ends the connection), or an answer without line break. */
export type Reaction = string;

const ACCEPTING: Readonly<Record<string, Reaction>> = {
  STAR: '454 4.7.0 TLS not available',
  AUTH: '235 2.7.0 Accepted',
  MAIL: '250 2.1.0 OK',
  RCPT: '250 2.1.5 OK',
  DATA: '354 Go ahead',
  QUIT: '221 2.0.0 Bye',
};

/** One conversation. The defaults accept a mail. */
export interface SmtpScript {
  greeting?: Reaction;
  /** Extensions in the answer to EHLO, such as PIPELINING. */
  extensions?: readonly string[];
  starttls?: Reaction;
  auth?: Reaction;
  mail?: Reaction;
  rcpt?: Reaction;
  data?: Reaction;
  /** When the first bytes of the mail arrive. Default: reads on. */
  body?: Reaction;
  /** After the final dot. */
  end?: Reaction;
  /** The final dot is answered only after this, and differently if this has a value. */
  held?: Promise<Reaction | void>;
  /** Milliseconds before each answer. */
  delayMs?: number;
}

export interface ReceivedMail {
  /** The number of its conversation. */
  conversation: number;
  from: string;
  recipients: string[];
  /** With the line ends and without the dots that SMTP adds. */
  raw: string;
  messageId: string;
}

/** Chooses the script of a conversation by its number, which begins at 0, and by the recipient, which is known from RCPT on. */
export type ScriptOf = (conversation: number, recipient: string) => SmtpScript;

/** An SMTP server on a raw socket that answers, stays silent or hangs up where its script says. */
export class SmtpStandIn {
  /** The mails whose final dot arrived, also those that were refused then. */
  readonly mails: ReceivedMail[] = [];
  conversations = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private scriptOf: ScriptOf,
  ) {
    server.on('connection', (socket) => this.converse(socket));
  }

  static async start(script: SmtpScript | ScriptOf = {}): Promise<SmtpStandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SmtpStandIn(server, typeof script === 'function' ? script : () => script);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The mails that were accepted for this recipient, by their Message-IDs. */
  messageIdsTo(recipient: string): string[] {
    return this.mails
      .filter(({ recipients }) => recipients.includes(recipient))
      .map((mail) => mail.messageId);
  }

  /** Conversations that begin from now on follow this script. */
  follow(script: SmtpScript | ScriptOf): void {
    this.scriptOf = typeof script === 'function' ? script : () => script;
  }

  /** Ends all connections and refuses new ones. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Listens again on this port after {@link close}. */
  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  private converse(socket: Socket): void {
    const number = this.conversations++;
    socket.setNoDelay(true);
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    const conversation = new Conversation(
      socket,
      (recipient) => this.scriptOf(number, recipient),
      (mail) => this.mails.push({ ...mail, conversation: number }),
    );
    socket.on('data', (chunk: Buffer) => conversation.receive(chunk.toString('latin1')));
    conversation.greet();
  }
}

class Conversation {
  private input = '';
  private inBody = false;
  private from = '';
  private recipients: string[] = [];
  private stopped = false;

  constructor(
    private readonly socket: Socket,
    private readonly scriptOf: (recipient: string) => SmtpScript,
    private readonly accept: (mail: Omit<ReceivedMail, 'conversation'>) => void,
  ) {}

  private get script(): SmtpScript {
    return this.scriptOf(this.recipients.at(-1) ?? '');
  }

  greet(): void {
    this.react(this.script.greeting ?? '220 stand-in ESMTP');
  }

  receive(text: string): void {
    this.input += text;
    while (!this.stopped && (this.inBody ? this.readBody() : this.readCommand()));
  }

  private readCommand(): boolean {
    const end = this.input.indexOf('\r\n');
    if (end === -1) return false;
    const line = this.input.slice(0, end);
    this.input = this.input.slice(end + 2);
    this.obey(line);
    return true;
  }

  private obey(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') this.recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
    if (verb === 'MAIL') this.from = /<(.*?)>/.exec(line)?.[1] ?? '';
    const answer = this.answerTo(verb);
    this.react(answer);
    if (verb === 'DATA' && /^[23]/.test(answer)) this.inBody = true;
  }

  private answerTo(verb: string): Reaction {
    const { extensions = [], starttls, auth, mail, rcpt, data } = this.script;
    const answers: Record<string, Reaction | undefined> = {
      STAR: starttls,
      AUTH: auth,
      MAIL: mail,
      RCPT: rcpt,
      DATA: data,
      EHLO: ['250-stand-in', ...extensions.map((name) => `250-${name}`), '250 8BITMIME'].join('\r\n'),
    };
    return answers[verb] ?? ACCEPTING[verb] ?? '502 5.5.2 Unknown command';
  }

  private readBody(): boolean {
    const { body, end, held } = this.script;
    if (this.input === '') return false;
    if (body) {
      this.react(body);
      return false;
    }
    const dot = this.input.startsWith('.\r\n') ? 0 : this.input.indexOf('\r\n.\r\n');
    if (dot === -1) return false;
    const raw = this.input.slice(0, dot + 2).replace(/^\.\./gm, '.');
    this.input = this.input.slice(this.input.indexOf('.\r\n', dot) + 3);
    this.inBody = false;
    const messageId = /^message-id: <(.*)>/im.exec(raw)?.[1] ?? '';
    this.accept({ from: this.from, recipients: [...this.recipients], raw, messageId });
    const answer = end ?? '250 2.0.0 Queued';
    if (held) void held.then((other) => this.react(other || answer));
    else this.react(answer);
    return true;
  }

  private react(reaction: Reaction): void {
    if (reaction === 'drop') {
      this.stopped = true;
      this.socket.destroy();
    } else if (reaction === 'silence') this.stopped = true;
    else if (this.script.delayMs) setTimeout(() => this.say(reaction), this.script.delayMs);
    else this.say(reaction);
  }

  private say(answer: string): void {
    if (!this.socket.destroyed) this.socket.write(`${answer}\r\n`);
  }
}
