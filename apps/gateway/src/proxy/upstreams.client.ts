import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { urlVariable } from '@plaudit/contracts';
import { Clock, Metrics } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { type Destination, UPSTREAM_NAMES, type UpstreamName } from './route-table';
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
}

type ProxyOptions = Omit<UpstreamRequest, 'signal'> & {
  headers: IncomingHttpHeaders & { [EXCHANGE]: Exchange };
};

/** Limits per service for requests with a key, and for public requests, which strangers send. */
const LIMITS = {
  key: { maxConnections: 256, maxInFlight: 2_048 },
  public: { maxConnections: 128, maxInFlight: 512 },
};

type UpstreamAccess = keyof typeof LIMITS;

const ACCESSES = Object.keys(LIMITS) as UpstreamAccess[];

/**
 * The services behind the gateway. Requests with a key and public requests have connections and circuit breakers of their
 * own, so that a flood of public requests neither takes the connections of API clients nor opens their breaker.
 */
@Injectable()
export class UpstreamsClient implements OnApplicationShutdown {
  private readonly upstreams: ReadonlyMap<string, Record<UpstreamAccess, Upstream>>;
  private readonly durations: UpstreamMetrics;

  constructor(env: GatewayEnv, metrics: Metrics, clock: Clock) {
    const now = (): number => clock.now().getTime();
    const open = (name: UpstreamName, access: UpstreamAccess): Upstream => {
      const settings = { url: env[urlVariable(name)], timeoutMs: env.UPSTREAM_TIMEOUT_MS, ...LIMITS[access] };
      return new Upstream(name, settings, now);
    };
    this.upstreams = new Map(
      UPSTREAM_NAMES.map((name) => [name, { key: open(name, 'key'), public: open(name, 'public') }]),
    );
    this.durations = new UpstreamMetrics(metrics);
    this.exposeBreakers(metrics);
  }

  /** Returns undefined for the gateway itself. */
  find({ service, access }: Destination): Upstream | undefined {
    return this.upstreams.get(service)?.[access === 'key' ? 'key' : 'public'];
  }

  /** Sends a request of @fastify/reply-from, which calls this in place of undici's own method of the same name. */
  request({ method, path, headers, body }: ProxyOptions, callback: UpstreamCallback): void {
    const { upstream, destination, signal } = headers[EXCHANGE];
    const began = performance.now();
    upstream.request({ method, path, headers, body, signal }, (error, response) => {
      this.durations.observe(destination, performance.now() - began, error ?? response);
      callback(error, response);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    const all = [...this.upstreams.values()].flatMap((upstream) => Object.values(upstream));
    await Promise.all(all.map((upstream) => upstream.close()));
  }

  private exposeBreakers(metrics: Metrics): void {
    const { upstreams } = this;
    metrics.gauge({
      name: 'gateway_upstream_open',
      help: '1 while requests to the service are refused because it does not answer',
      labelNames: ['upstream', 'access'],
      collect() {
        for (const [name, upstream] of upstreams) {
          for (const access of ACCESSES)
            this.set({ upstream: name, access }, upstream[access].isOpen ? 1 : 0);
        }
      },
    });
  }
}
