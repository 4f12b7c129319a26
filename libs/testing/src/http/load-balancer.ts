import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface LoadBalancerOptions {
  /** How often `/health/ready` of each target is requested. Default: 100 ms. */
  checkEveryMs?: number;
  /** How long a target may take to say that it is ready. Until then it stays what it was. Default: 2 s. */
  maxCheckMs?: number;
}

/** These headers describe one connection. A proxy does not forward them. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/**
 * An HTTP/1.1 load balancer as operators run them in front of several replicas. It sends the requests to the ready
 * targets in turn, over connections that it keeps. It never repeats a request that may have been sent.
 */
export class LoadBalancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly counts = new Map<string, number>();
  private readonly readyTargets = new Set<string>();
  private readonly server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    outgoing.on('error', () => {});
    this.forward(incoming, outgoing).catch((error: unknown) => fail(outgoing, 502, String(error)));
  });
  private targets: readonly string[] = [];
  private turn = 0;
  private checks: NodeJS.Timeout | undefined;

  private constructor(private readonly maxCheckMs: number) {}

  /** Opens a port for these targets, which are URLs, and checks each of them once. */
  static async start(
    targets: readonly string[],
    { checkEveryMs = 100, maxCheckMs = 2_000 }: LoadBalancerOptions = {},
  ): Promise<LoadBalancer> {
    const balancer = new LoadBalancer(maxCheckMs);
    await new Promise<void>((resolve) => balancer.server.listen(0, '127.0.0.1', resolve));
    await balancer.setTargets(targets);
    balancer.checks = setInterval(() => void balancer.checkAll(), checkEveryMs).unref();
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the targets and checks each of them once. Requests that were sent to an earlier target finish. */
  async setTargets(targets: readonly string[]): Promise<void> {
    this.targets = [...targets];
    await this.checkAll();
  }

  /** Returns the targets that get requests. */
  ready(): string[] {
    return this.targets.filter((target) => this.readyTargets.has(target));
  }

  /** Returns how many requests were sent to a target, including those that failed afterwards. */
  sent(target: string): number {
    return this.counts.get(target) ?? 0;
  }

  async close(): Promise<void> {
    clearInterval(this.checks);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    this.agent.destroy();
    await closed;
  }

  private async checkAll(): Promise<void> {
    await Promise.all(
      this.targets.map(async (target) => {
        if (await isReady(target, this.maxCheckMs)) this.readyTargets.add(target);
        else this.readyTargets.delete(target);
      }),
    );
  }

  private async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const ready = this.ready();
    this.turn += 1;
    for (let attempt = 0; attempt < ready.length; attempt += 1) {
      const target = ready[(this.turn + attempt) % ready.length] as string;
      const result = await this.send(target, incoming, body, outgoing);
      if (result !== 'refused') return;
    }
    fail(outgoing, 503, 'no target accepts connections');
  }

  /** Sends the request and passes the response on. Returns 'refused' if the target accepted no connection. */
  private send(
    target: string,
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<'sent' | 'refused'> {
    return new Promise((resolve) => {
      const options = { agent: this.agent, method: incoming.method, headers: forwarded(incoming) };
      const sending = request(new URL(incoming.url ?? '/', target), options, (answer) => {
        this.counts.set(target, this.sent(target) + 1);
        outgoing.writeHead(answer.statusCode ?? 502, forwarded(answer));
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
        resolve('sent');
      });
      sending.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve('refused');
        if (!outgoing.headersSent) this.counts.set(target, this.sent(target) + 1);
        fail(outgoing, 502, `${target} ${error.message}`);
        resolve('sent');
      });
      outgoing.once('close', () => sending.destroy());
      sending.end(body);
    });
  }
}

function isReady(target: string, maxMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(maxMs);
    const checking = get(new URL('/health/ready', target), { agent: false, signal }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    checking.on('error', () => resolve(false));
  });
}

function forwarded({ headers }: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !HOP_BY_HOP.has(name),
  );
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

function fail(outgoing: ServerResponse, status: number, reason: string): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { 'content-type': 'text/plain' }).end(`load balancer: ${reason}`);
}
