import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { listen, urlOf } from './listen';
import { KEEP_ALIVE_MS } from './listener';
import type { Metrics } from '../metrics/metrics';

/** The label of the process metrics in a process that runs several services. */
const SEVERAL_SERVICES = 'standalone';

/** Serves `/metrics` of a process on a separate port, which no proxy routes to. */
export class MetricsServer {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(host: string, port: number, services: readonly Metrics[]): Promise<MetricsServer> {
    const processRegistry = ofProcess(services);
    const registries = services.map((metrics) => metrics.registry);
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      exposition(processRegistry, registries).then(
        (text) => response.writeHead(200, { 'content-type': processRegistry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    await listen(server, host, port, 'METRICS_PORT');
    return new MetricsServer(server, `${urlOf(server)}/metrics`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/**
 * The lag of the event loop is measured with a timer of this interval, which nodejs_eventloop_lag_* contain. At prom-client's default of
 * 10 ms the timer took half a percent of a core.
 */
const LAG_PRECISION_MS = 50;

/** Returns the registry of the metrics that Node has, such as memory and garbage collection. */
function ofProcess(services: readonly Metrics[]): Registry {
  const registry = new Registry();
  const [first, ...others] = services;
  registry.setDefaultLabels({ service: first && others.length === 0 ? first.service : SEVERAL_SERVICES });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  return registry;
}

/** Returns the metrics of the process and of its services, which share metric names and differ by the service label. */
async function exposition(processRegistry: Registry, ofServices: readonly Registry[]): Promise<string> {
  const families = await Promise.all(ofServices.map(async (registry) => registry.getMetricsAsJSON()));
  // Not aggregated: that would drop the process metrics that cannot be added up, such as the start time.
  return `${await processRegistry.metrics()}\n${await AggregatorRegistry.aggregate(families).metrics()}`;
}
