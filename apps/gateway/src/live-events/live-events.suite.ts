import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type DomainEvent, type NoticeDefinition, subjectOf } from '@plaudit/contracts';
import { NatsLink, NoticeNotifier, type NoticeTenant } from '@plaudit/events';
import { eventually } from '@plaudit/testing';
import { startGatewayWorld, type GatewayWorld } from '../gateway-world.suite';
import { HOST, ORIGIN, OWNER } from '../sign-in/sign-in-world.suite';

/** A message as a page gets it. */
export interface LiveMessage {
  event: string;
  /** The id in this message, or null if it has none. */
  id: string | null;
  data: Record<string, unknown>;
}

export interface ListenOptions {
  subAccount: number;
  cookie: string;
  lastEventId?: string;
  headers?: Record<string, string>;
}

/** Starts a gateway with NATS on the host plaudit.localhost, with OWNER as the first user. */
export function startLiveWorld(overrides: Record<string, string> = {}): Promise<GatewayWorld> {
  return startGatewayWorld(
    {
      PUBLIC_URL: ORIGIN,
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
      ...overrides,
    },
    { nats: true },
  );
}

/** Adds a second sub account to the first account. */
export async function twoSubAccounts({
  world,
}: GatewayWorld): Promise<{ id: number; main: number; second: number }> {
  const [main] = await world.admin.query<{ account_id: number; id: number }>(
    'select account_id::int, id::int from gateway.sub_accounts where main',
  );
  const { account_id: id, id: mainId } = main!;
  const [second] = await world.admin.query<{ id: number }>(
    "insert into gateway.sub_accounts (account_id, name) values ($1, 'Second') returning id::int",
    [id],
  );
  return { id, main: mainId, second: second!.id };
}

/** Publishes events and notices as the services do. */
export class Producer {
  private readonly notices: NoticeNotifier;

  private constructor(private readonly link: NatsLink) {
    this.notices = new NoticeNotifier(link);
  }

  static async connect(natsUrl: string): Promise<Producer> {
    const link = new NatsLink({ url: natsUrl, service: 'channels' });
    link.open();
    await link.waitUntilConnected(10_000);
    return new Producer(link);
  }

  /** Waits until all are stored. */
  async publish(...events: DomainEvent[]): Promise<void> {
    const stream = this.link.connection!.jetstream();
    for (let at = 0; at < events.length; at += 500) {
      const some = events.slice(at, at + 500);
      await Promise.all(
        some.map((event) => stream.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id })),
      );
    }
  }

  notify<P extends object>(
    definition: NoticeDefinition<P>,
    tenant: NoticeTenant,
    id: number,
    notice: P,
  ): void {
    this.notices.send(definition, tenant, id, notice);
  }

  async close(): Promise<void> {
    this.notices.onApplicationShutdown();
    await this.link.close();
  }
}

/** An open stream, read as a browser reads it. */
export class LiveStream {
  readonly messages: LiveMessage[] = [];
  /** What a browser would send as Last-Event-ID. */
  lastEventId: string | null = null;
  heartbeats = 0;
  /** What the last one said. */
  heartbeat: { every_ms: number; receiving: boolean } | null = null;
  ended = false;
  private buffered = '';

  private constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.read(text));
    response.on('error', () => {});
    response.on('close', () => (this.ended = true));
  }

  /** Throws the body of the response if it is not a stream. */
  static async open(url: string, options: ListenOptions): Promise<LiveStream> {
    const { sent, response } = await send(url, options);
    if (response.statusCode === 200) {
      const stream = new LiveStream(sent, response);
      await eventually(
        () => stream.hasBegun,
        (begun) => begun,
        'the beginning of the stream',
      );
      return stream;
    }
    throw new Error(`${response.statusCode} ${await bodyOf(response)}`);
  }

  hasBegun = false;

  ids(event: string, kind?: string): number[] {
    return this.messages
      .filter((message) => message.event === event && (kind === undefined || message.data.kind === kind))
      .flatMap(({ data }) => (data.ids ?? [data.id ?? data.webhook_id ?? data.channel_id]) as number[]);
  }

  /** Waits for a message. */
  async heard(event: string, isIt: (message: LiveMessage) => boolean = () => true): Promise<LiveMessage> {
    const found = await eventually(
      () => this.messages.find((message) => message.event === event && isIt(message)),
      (message) => message !== undefined,
      `${event} to arrive`,
    );
    return found as LiveMessage;
  }

  async closed(): Promise<void> {
    await eventually(
      () => this.ended,
      (ended) => ended,
      'the stream to end',
    );
  }

  close(): void {
    this.sent.destroy();
  }

  private read(text: string): void {
    this.hasBegun = true;
    this.buffered += text;
    const blocks = this.buffered.split('\n\n');
    this.buffered = blocks.pop() as string;
    for (const block of blocks) this.readBlock(block.split('\n'));
  }

  private readBlock(lines: readonly string[]): void {
    const field = (name: string): string | undefined =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [id, data] = [field('id'), field('data')];
    if (id !== undefined) this.lastEventId = id;
    const event = field('event') ?? 'message';
    if (event === 'heartbeat') {
      this.heartbeats += 1;
      this.heartbeat = JSON.parse(data ?? '{}') as LiveStream['heartbeat'];
      return;
    }
    if (data === undefined || event === 'position') return;
    this.messages.push({
      event,
      id: id ?? null,
      data: JSON.parse(data) as Record<string, unknown>,
    });
  }
}

/** Sends the request of a page's EventSource and returns status and body. For requests that are refused. */
export async function refusal(
  url: string,
  options: ListenOptions,
): Promise<{ status: number; code: unknown; headers: IncomingMessage['headers'] }> {
  const { sent, response } = await send(url, options);
  if (response.statusCode === 200) {
    sent.destroy();
    return { status: 200, code: null, headers: response.headers };
  }
  const body = JSON.parse(await bodyOf(response)) as { code: unknown };
  return { status: response.statusCode ?? 0, code: body.code, headers: response.headers };
}

function send(
  url: string,
  { subAccount, cookie, lastEventId, headers = {} }: ListenOptions,
): Promise<{ sent: ClientRequest; response: IncomingMessage }> {
  const { hostname, port } = new URL(url);
  const all = {
    host: HOST,
    'sec-fetch-site': 'same-origin',
    accept: 'text/event-stream',
    cookie,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: `/app/events?sub_account=${subAccount}`, headers: all, agent: false },
      (response) => resolve({ sent, response }),
    );
    sent.on('error', reject);
    sent.end();
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return body;
}
