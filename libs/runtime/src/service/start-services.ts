import { Logger } from '@nestjs/common';
import { type ServiceName, urlVariable } from '@plaudit/contracts';
import { runInContext } from '../context';
import { givenSettings, loadEnv, printableEnv, type Settings } from '../env/load-env';
import type { ServiceEnv } from '../env/service-env';
import { createHttpApplication } from '../http/application';
import { HttpListener } from '../http/listener';
import { HttpMetrics } from '../metrics/http-metrics';
import { MetricsServer } from '../metrics/metrics-server';
import type { ServiceDefinition } from './define-service';
import { inTurn } from './in-turn';
import { openInfrastructure } from './infrastructure';
import { RunningService } from './running-service';
import { ServiceBus } from './service-bus';
import { serviceRoot } from './service-root.module';

export interface ServiceStart {
  definition: ServiceDefinition;
  /** The service's environment. `<SERVICE>_URL`s of services started in the same call are filled in where unset. */
  settings: Settings;
}

export interface RunningServices {
  /** Where a service of this process answers; throws for one that was not started. */
  url(service: ServiceName): string;
  /** Prometheus text of the whole process. */
  metricsUrl: string;
  /** Ordered stop: nothing is ready any more, then requests and handlers drain, then connections close. */
  close(): Promise<void>;
}

interface Prepared {
  definition: ServiceDefinition;
  settings: Settings;
  env: ServiceEnv;
  listener: HttpListener;
}

/**
 * Starts services in one process, in the order given; the same for one as for all. All ports are open before the
 * first application exists, because services may need each other's addresses in a circle. When one cannot start,
 * those before it are stopped again.
 */
export async function startServices(starts: readonly ServiceStart[]): Promise<RunningServices> {
  const listeners: HttpListener[] = [];
  const started: RunningService[] = [];
  try {
    for (const start of starts) listeners.push(await openListener(start));
    const prepared = prepare(starts, listeners);
    for (const one of prepared) started.push(await startOne(one));
    return running(started, await openMetrics(prepared, started));
  } catch (error) {
    const closeListeners = listeners.map((listener) => () => listener.close(0));
    await inTurn([() => stopAll(started), ...closeListeners]).catch((left: unknown) =>
      new Logger('Service').warn(left),
    );
    throw error;
  }
}

async function openListener({ definition, settings }: ServiceStart): Promise<HttpListener> {
  const { HOST = '127.0.0.1', PORT = '0' } = givenSettings(settings);
  // Whatever is no port is reported with the rest of the environment, which needs the addresses first.
  const port = /^\d{1,5}$/.test(PORT) && Number(PORT) <= 65_535 ? Number(PORT) : 0;
  try {
    return await HttpListener.open(HOST, port);
  } catch (error) {
    throw new Error(`${definition.name} ${(error as Error).message}`, { cause: error });
  }
}

function prepare(starts: readonly ServiceStart[], listeners: readonly HttpListener[]): Prepared[] {
  const addresses = Object.fromEntries(
    starts.map(({ definition }, at) => [urlVariable(definition.name), (listeners[at] as HttpListener).url]),
  );
  return starts.map(({ definition, settings: own }, at) => {
    const settings = { ...addresses, ...givenSettings(own) };
    const env = loadEnv(definition.name, definition.env, settings);
    return { definition, settings, env, listener: listeners[at] as HttpListener };
  });
}

async function startOne({ definition, settings, env, listener }: Prepared): Promise<RunningService> {
  return runInContext({ service: definition.name }, async () => {
    const logger = new Logger('Service');
    logger.log({ message: 'starting', settings: printableEnv(env) });
    const infrastructure = await openInfrastructure(definition, env, settings);
    const { providers, metrics, readiness } = infrastructure;
    const undo = [() => infrastructure.close()];
    try {
      const root = serviceRoot(definition, providers);
      const http = await createHttpApplication(definition.name, root, listener, new HttpMetrics(metrics));
      const { nest, attach } = http;
      undo.unshift(() => nest.close());
      const bus = new ServiceBus(definition.name, nest, infrastructure);
      await nest.init();
      undo.unshift(() => bus.stop());
      await bus.start();
      await nest.getHttpAdapter().getInstance().ready();
      attach();
      logger.log(`answers on ${listener.url}`);
      const parts = { listener, nest, bus, readiness, infrastructure };
      return new RunningService(definition.name, listener.url, metrics, parts);
    } catch (error) {
      await inTurn(undo).catch((left: unknown) => logger.warn(left));
      throw error;
    }
  });
}

/** One for the process, on the first service's settings: alone its own, and in standalone they all have the same. */
function openMetrics(
  prepared: readonly Prepared[],
  started: readonly RunningService[],
): Promise<MetricsServer> {
  const [{ env }] = prepared as [Prepared];
  return MetricsServer.open(
    env.HOST,
    env.METRICS_PORT,
    started.map((service) => service.metrics),
  );
}

function running(started: readonly RunningService[], metricsServer: MetricsServer): RunningServices {
  return {
    metricsUrl: metricsServer.url,
    url(service) {
      const found = started.find(({ name }) => name === service);
      if (!found) throw new Error(`${service} does not run in this process`);
      return found.url;
    },
    close: () => inTurn([() => stopAll(started), () => metricsServer.close()]),
  };
}

/** The reverse of the start: the gateway, which everything comes through, goes first. */
async function stopAll(started: readonly RunningService[]): Promise<void> {
  for (const service of started) service.startStopping();
  await inTurn([...started].reverse().map((service) => () => service.close()));
}
