import { connect, type Socket } from 'node:net';
import { sized } from './sizes';
import { percentile } from './statistics';

type Headers = Readonly<Record<string, string>>;

interface LoadOptions {
  url: string;
  /** The headers of each request, or a list of them that the connections take in turn. */
  headers?: Headers | readonly Headers[];
  connections: number;
  seconds: number;
  /** Requests per second over all connections. Without it every connection sends as soon as it has its response. */
  perSecond?: number;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds from the time a request was due to the last byte of its response. */
  p50: number;
  p95: number;
  p99: number;
}

const SETTLING_SECONDS = sized(0.3, 0);
/** V8 optimises a server's code during its first ten thousand requests or so. */
const WARM_UP_SECONDS = sized(10, 0.5);

/** Warms a server up. */
export async function warmUp(options: Pick<LoadOptions, 'url' | 'headers' | 'connections'>): Promise<void> {
  await load({ ...options, seconds: WARM_UP_SECONDS });
}

/**
 * Sends one GET repeatedly on keep-alive connections. It counts bytes instead of parsing responses, because the client shares
 * two cores with the servers. Rejects for any response other than 304, and 200 with a Content-Length.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.url);
  const headers = [options.headers ?? {}].flat() as Headers[];
  const clients = await Promise.all(
    Array.from({ length: options.connections }, (_, at) =>
      Client.open(url, headers[at % headers.length] as Headers),
    ),
  );
  try {
    const from = performance.now() + SETTLING_SECONDS * 1_000;
    const until = from + options.seconds * 1_000;
    const latencies: number[] = [];
    const answered = (due: number, now: number): void => {
      // The first one counts even if it is late, so that a slow machine measures something.
      if (due >= from && (now <= until || latencies.length === 0)) latencies.push(now - due);
    };
    if (options.perSecond === undefined) await sendAlways(clients, until, answered);
    else await sendPaced(clients, until, 1_000 / options.perSecond, answered);
    return {
      perSecond: latencies.length / options.seconds,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
    };
  } finally {
    for (const client of clients) client.close();
  }
}

const FEWEST = 3;

interface Target {
  url: string;
  headers: Headers;
  /** Runs before each request and is not measured. */
  before?: () => Promise<unknown>;
}

/**
 * Returns the milliseconds of all requests to each target. It sends requests to one target after the other, so that noise of the
 * machine affects all of them, for `seconds` and at least three to each.
 */
export async function latenciesInTurn(targets: readonly Target[], seconds: number): Promise<number[][]> {
  const clients = await Promise.all(targets.map(({ url, headers }) => Client.open(new URL(url), headers)));
  try {
    const latencies = clients.map((): number[] => []);
    const until = performance.now() + seconds * 1_000;
    for (let turn = 0; performance.now() < until || turn < FEWEST; turn += 1) {
      for (const [index, client] of clients.entries()) {
        await targets[index]?.before?.();
        const from = performance.now();
        await client.send();
        latencies[index]?.push(performance.now() - from);
      }
    }
    return latencies;
  } finally {
    for (const client of clients) client.close();
  }
}

/** Returns p50 in milliseconds of each target, measured by {@link latenciesInTurn}. */
export async function medianLatencies(targets: readonly Target[], seconds: number): Promise<number[]> {
  return (await latenciesInTurn(targets, seconds)).map((all) => percentile(all, 0.5));
}

type Answered = (due: number, now: number) => void;

async function sendAlways(clients: readonly Client[], until: number, answered: Answered): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      for (let due = performance.now(); due < until;) {
        await client.send();
        const now = performance.now();
        answered(due, now);
        due = now;
      }
    }),
  );
}

/** A request without a free connection waits, and its wait counts, because a slow server must not slow the client down. */
async function sendPaced(
  clients: readonly Client[],
  until: number,
  everyMs: number,
  answered: Answered,
): Promise<void> {
  const free = [...clients];
  const waiting: number[] = [];
  const underWay = new Set<Promise<void>>();
  const sendNext = (): void => {
    if (waiting.length === 0 || free.length === 0) return;
    // Uses the connection that is idle the longest. Otherwise the server would close some of them.
    const client = free.shift() as Client;
    const due = waiting.shift() as number;
    const answer = client.send().then(() => {
      answered(due, performance.now());
      free.push(client);
      underWay.delete(answer);
      sendNext();
    });
    // Awaited below. Until then nobody handles a rejection.
    answer.catch(() => {});
    underWay.add(answer);
  };
  for (let next = performance.now(); next < until; next += everyMs) {
    const wait = next - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    waiting.push(performance.now());
    sendNext();
  }
  // Responses to waiting requests would arrive too late to count.
  waiting.length = 0;
  await Promise.all(underWay);
}

/** One connection with at most one request in flight. */
class Client {
  /** Bytes of a response whose head is incomplete. */
  private head: Buffer | null = null;
  private missing = 0;
  private settle: { resolve: () => void; reject: (error: Error) => void } | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly request: string,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', (error) => this.settle?.reject(error));
    socket.on('close', () => this.settle?.reject(new Error('The server closed the connection.')));
  }

  static open(url: URL, headers: Readonly<Record<string, string>>): Promise<Client> {
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${fields.join('')}\r\n`;
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname);
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Client(socket, request)));
    });
  }

  send(): Promise<void> {
    // A write to a closed socket reports nothing, so its request would wait forever.
    if (this.socket.destroyed) return Promise.reject(new Error('The server closed the connection.'));
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(this.request, 'latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    if (this.missing > 0) this.missing -= chunk.length;
    else this.beginAnswer(this.head ? Buffer.concat([this.head, chunk]) : chunk);
    if (this.missing !== 0 || this.head) return;
    const { settle } = this;
    this.settle = null;
    settle?.resolve();
  }

  private beginAnswer(bytes: Buffer): void {
    const end = bytes.indexOf('\r\n\r\n');
    this.head = end === -1 ? bytes : null;
    if (end === -1) return;
    const head = bytes.toString('latin1', 0, end);
    const length = head.startsWith('HTTP/1.1 304') ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (!/^HTTP\/1\.1 (200|304)/.test(head) || length === undefined) {
      this.settle?.reject(new Error(`Unexpected response:\n${head}`));
      this.settle = null;
      this.socket.destroy();
      return;
    }
    this.missing = Number(length) - (bytes.length - end - '\r\n\r\n'.length);
  }
}
