import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SERVICE_NAMES, type ServiceName, urlVariable } from '@plaudit/contracts';
import { Clock, Metrics } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { Upstream } from './upstream';

export type UpstreamName = Exclude<ServiceName, 'gateway'>;

/** The services behind the gateway: all but itself. */
export const UPSTREAM_NAMES: readonly UpstreamName[] = SERVICE_NAMES.filter((name) => name !== 'gateway');

/** The services behind the gateway, each with connections and a breaker of its own. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly upstreams: ReadonlyMap<ServiceName, Upstream>;

  constructor(env: GatewayEnv, metrics: Metrics, clock: Clock) {
    const timeout = env.UPSTREAM_TIMEOUT_MS;
    const now = (): number => clock.now().getTime();
    this.upstreams = new Map(
      UPSTREAM_NAMES.map((name) => [name, new Upstream(name, env[urlVariable(name)], timeout, now)]),
    );
    this.exposeBreakers(metrics);
  }

  /** Undefined for the gateway itself. */
  find(service: ServiceName): Upstream | undefined {
    return this.upstreams.get(service);
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
