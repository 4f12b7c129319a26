import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { urlVariable } from '@plaudit/contracts';
import {
  AddressBook,
  Clock,
  Metrics,
  parseServiceOrigins,
  Randomness,
  type Surroundings,
} from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { actsForAccount, type Destination, UPSTREAM_NAMES, type UpstreamName } from './route-table';
import { UpstreamMetrics } from './upstream.metrics';
import { Upstream, type UpstreamCallback, type UpstreamRequest } from './upstream';

/**
 * Key of an {@link Exchange} among the request headers. @fastify/reply-from has no option that reaches the dispatcher,
 * but it copies the headers with their symbols. undici does not send those.
 */
export const EXCHANGE = Symbol('exchange');

/** Where a proxied request goes and what cancels it. */
export interface Exchange {
  upstream: Upstream;
  destination: Destination;
  /** Emits `abort` when the client has gone. undici takes an emitter, which is cheaper than an AbortController. */
  signal: EventEmitter;
  /** `host:port` of the replica that responded, or null before that and if none did. */
  replica: string | null;
}

type ProxyOptions = Omit<UpstreamRequest, 'signal'> & {
  headers: IncomingHttpHeaders & { [EXCHANGE]: Exchange };
};

/** Limits per service for requests with a key or a session, and for public requests, which strangers send. */
const LIMITS = {
  key: { maxConnections: 256, maxInFlight: 2_048 },
  public: { maxConnections: 128, maxInFlight: 512 },
};

type UpstreamAccess = keyof typeof LIMITS;

const ACCESSES = Object.keys(LIMITS) as UpstreamAccess[];

/**
 * The services behind the gateway. Requests with a key or a session, and public requests have connections and circuit breakers of their
 * own, so that a flood of public requests neither takes the connections of API clients nor opens their breaker.
 */
@Injectable()
export class UpstreamsClient implements OnApplicationShutdown {
  private readonly books: readonly AddressBook[];
  private readonly upstreams: ReadonlyMap<string, Record<UpstreamAccess, Upstream>>;
  private readonly durations: UpstreamMetrics;

  constructor(
    private readonly env: GatewayEnv,
    metrics: Metrics,
    clock: Clock,
    randomness: Randomness,
  ) {
    const surroundings = { now: () => clock.now().getTime(), random: () => randomness.fraction() };
    const books = new Map(UPSTREAM_NAMES.map((name) => [name, this.openBook(name, surroundings)]));
    this.books = [...books.values()];
    this.upstreams = new Map(
      [...books].map(([name, book]) => {
        const open = (access: UpstreamAccess): Upstream => this.open(name, access, book, surroundings);
        return [name, { key: open('key'), public: open('public') }];
      }),
    );
    this.durations = new UpstreamMetrics(metrics);
    this.exposeBreakers(metrics);
    this.exposeReplicas(metrics);
  }

  /** Returns undefined for the gateway itself. */
  find({ service, access }: Destination): Upstream | undefined {
    return this.upstreams.get(service)?.[actsForAccount(access) ? 'key' : 'public'];
  }

  /** Sends a request of @fastify/reply-from, which calls this in place of undici's own method of the same name. */
  request({ method, path, headers, body }: ProxyOptions, callback: UpstreamCallback): void {
    const exchange = headers[EXCHANGE];
    const { upstream, destination, signal } = exchange;
    const began = performance.now();
    upstream.request({ method, path, headers, body, signal }, (error, response, replica) => {
      exchange.replica = replica ?? null;
      this.durations.observe(destination, performance.now() - began, error ?? response);
      callback(error, response);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    for (const book of this.books) book.close();
    const all = [...this.upstreams.values()].flatMap((upstream) => Object.values(upstream));
    await Promise.all(all.map((upstream) => upstream.close()));
  }

  private openBook(name: UpstreamName, { random }: Surroundings): AddressBook {
    const variable = urlVariable(name);
    return new AddressBook(parseServiceOrigins(variable, this.env[variable]), { random });
  }

  private open(
    service: UpstreamName,
    access: UpstreamAccess,
    book: AddressBook,
    surroundings: Surroundings,
  ): Upstream {
    const { UPSTREAM_TIMEOUT_MS: timeoutMs, SERVICE_TIMEOUT_FACTOR: timeoutFactor } = this.env;
    const name = access === 'key' ? service : `${service} (${access})`;
    return new Upstream({ name, service, book, timeoutMs, timeoutFactor, ...LIMITS[access] }, surroundings);
  }

  private exposeBreakers(metrics: Metrics): void {
    const { upstreams } = this;
    metrics.gauge({
      name: 'gateway_upstream_open',
      help: '1 while requests to the service are refused because none of its replicas answers',
      labelNames: ['upstream', 'access'],
      collect() {
        for (const [name, upstream] of upstreams) {
          for (const access of ACCESSES)
            this.set({ upstream: name, access }, upstream[access].replicas.isOpen ? 1 : 0);
        }
      },
    });
  }

  private exposeReplicas(metrics: Metrics): void {
    const { upstreams } = this;
    metrics.gauge({
      name: 'gateway_replica_out',
      help: '1 while requests avoid the replica because it failed, fell silent or is not ready',
      labelNames: ['upstream', 'access', 'replica'],
      collect() {
        // Forgets replicas that have gone.
        this.reset();
        for (const [name, upstream] of upstreams) {
          for (const access of ACCESSES) {
            for (const { name: replica, isOut } of upstream[access].replicas.states())
              this.set({ upstream: name, access, replica }, isOut ? 1 : 0);
          }
        }
      },
    });
  }
}
