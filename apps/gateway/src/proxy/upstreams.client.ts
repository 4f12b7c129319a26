import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type ServiceName, urlVariable } from '@plaudit/contracts';
import { Clock, Metrics } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { UPSTREAM_NAMES } from './route-table';
import { Upstream, type UpstreamCallback, type UpstreamRequest } from './upstream';

/**
 * Key of an {@link Exchange} among the request headers. @fastify/reply-from has no option that reaches the dispatcher,
 * but it copies the headers with their symbols. undici does not send those.
 */
export const EXCHANGE = Symbol('exchange');

/** Where a proxied request goes and what cancels it. */
export interface Exchange {
  upstream: Upstream;
  /** Emits `abort` when the client has gone. undici takes an emitter, which is cheaper than an AbortController. */
  signal: EventEmitter;
}

type ProxyOptions = Omit<UpstreamRequest, 'signal'> & {
  headers: IncomingHttpHeaders & { [EXCHANGE]: Exchange };
};

/** The services behind the gateway, each with its own connections and circuit breaker. */
@Injectable()
export class UpstreamsClient implements OnApplicationShutdown {
  private readonly upstreams: ReadonlyMap<ServiceName, Upstream>;

  constructor(env: GatewayEnv, metrics: Metrics, clock: Clock) {
    const timeout = env.UPSTREAM_TIMEOUT_MS;
    const now = (): number => clock.now().getTime();
    this.upstreams = new Map(
      UPSTREAM_NAMES.map((name) => [name, new Upstream(name, env[urlVariable(name)], timeout, now)]),
    );
    this.exposeBreakers(metrics);
  }

  /** Returns undefined for the gateway itself. */
  find(service: ServiceName): Upstream | undefined {
    return this.upstreams.get(service);
  }

  /** Sends a request of @fastify/reply-from, which calls this in place of undici's own method of the same name. */
  request({ method, path, headers, body }: ProxyOptions, callback: UpstreamCallback): void {
    const { upstream, signal } = headers[EXCHANGE];
    upstream.request({ method, path, headers, body, signal }, callback);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.upstreams.values()].map((upstream) => upstream.close()));
  }

  private exposeBreakers(metrics: Metrics): void {
    const { upstreams } = this;
    metrics.gauge({
      name: 'gateway_upstream_open',
      help: '1 while requests to the service are refused because it does not answer',
      labelNames: ['upstream'],
      collect() {
        for (const [name, upstream] of upstreams) this.set({ upstream: name }, upstream.isOpen ? 1 : 0);
      },
    });
  }
}
