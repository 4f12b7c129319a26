import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type ServiceName, urlVariable } from '@plaudit/contracts';
import { runInContext } from '../context';
import { givenSettings, loadEnv, printableEnv, type Settings } from '../env/load-env';
import type { ServiceEnv } from '../env/service-env';
import type { StartupStep } from '../health/startup';
import { createHttpApplication } from '../http/application';
import { HttpListener } from '../http/listener';
import { AccessLog } from '../logging/access-log';
import { HttpMetrics } from '../http/http-metrics';
import { MetricsServer } from '../http/metrics-server';
import { assertScopesDeclared } from '../principal/declared-scopes';
import type { ServiceDefinition } from './define-service';
import { openInfrastructure } from './infrastructure';
import { runAll } from './run-all';
import { RunningService } from './running-service';
import { ServiceBus } from './service-bus';
import { serviceRoot } from './service-root.module';

export interface ServiceStart {
  definition: ServiceDefinition;
  /** The service's environment. An unset `<SERVICE>_URL` is filled in if that service starts in the same call. */
  settings: Settings;
}

export interface RunningServices {
  /** Returns the URL of a service of this process. Throws if the service was not started. */
  url(service: ServiceName): string;
  /** The URL of the Prometheus metrics of the whole process. */
  metricsUrl: string;
  /** The largest SHUTDOWN_GRACE_SECONDS of the services, in milliseconds. */
  shutdownGraceMs: number;
  /**
   * Stops in order: all services become not ready and serve requests for the grace, then requests and handlers drain and
   * connections close.
   */
  close(): Promise<void>;
}

interface Prepared {
  definition: ServiceDefinition;
  settings: Settings;
  env: ServiceEnv;
  listener: HttpListener;
}

/**
 * Starts one or more services in this process, side by side. Opens all ports before it creates the first application,
 * because services may need each other's addresses in a circle. If a service fails to start, it stops the others and
 * throws the error of the first that failed.
 */
export async function startServices(starts: readonly ServiceStart[]): Promise<RunningServices> {
  const listeners: HttpListener[] = [];
  const started: RunningService[] = [];
  try {
    for (const start of starts) listeners.push(await openListener(start));
    const prepared = prepare(starts, listeners);
    const outcomes = await Promise.allSettled(prepared.map(startOne));
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') started.push(outcome.value);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return running(started, await openMetrics(prepared, started), graceMsOf(prepared));
  } catch (error) {
    const closeListeners = listeners.map((listener) => () => listener.close(0));
    await runAll([() => stopAll(started, 0), ...closeListeners]).catch((left: unknown) =>
      new Logger('Service').warn(left),
    );
    throw error;
  }
}

async function openListener({ definition, settings }: ServiceStart): Promise<HttpListener> {
  const { HOST = '127.0.0.1', PORT = '0' } = givenSettings(settings);
  // loadEnv reports an invalid PORT with the other problems, but it needs the addresses of all services first.
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
    const listener = listeners[at] as HttpListener;
    listener.accessLog = AccessLog.of(definition.name, env);
    return { definition, settings, env, listener };
  });
}

async function startOne({ definition, settings, env, listener }: Prepared): Promise<RunningService> {
  return runInContext({ service: definition.name }, async () => {
    const logger = new Logger('Service');
    logger.log({ message: 'Starting the service', settings: printableEnv(env) });
    const report = (step: StartupStep): void => listener.report(step);
    const infrastructure = await openInfrastructure(definition, env, settings, report);
    const { providers, metrics, readiness } = infrastructure;
    const undo = [() => infrastructure.close()];
    report('starting the application');
    try {
      const root = serviceRoot(definition, providers);
      const httpMetrics = new HttpMetrics(metrics, () => listener.requestsInFlight());
      const http = await createHttpApplication(definition, root, listener, httpMetrics, env);
      const { nest, attach } = http;
      undo.unshift(() => nest.close());
      const bus = new ServiceBus(definition, nest, infrastructure);
      assertScopesDeclared(nest);
      await nest.init();
      undo.unshift(() => bus.stop());
      await bus.start();
      await nest.getHttpAdapter().getInstance().ready();
      attach();
      logger.log(`Listening on ${listener.url}`);
      const parts = { listener, nest, bus, readiness, infrastructure };
      return new RunningService(definition.name, listener.url, metrics, parts);
    } catch (error) {
      await runAll(undo).catch((left: unknown) => logger.warn(left));
      throw error;
    }
  });
}

/**
 * Opens one metrics server for the process, on the host and port of the first service. In standalone all have the
 * same.
 */
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

function running(
  started: readonly RunningService[],
  metricsServer: MetricsServer,
  shutdownGraceMs: number,
): RunningServices {
  return {
    metricsUrl: metricsServer.url,
    shutdownGraceMs,
    url(service) {
      const found = started.find(({ name }) => name === service);
      if (!found) throw new Error(`${service} does not run in this process`);
      return found.url;
    },
    close: () => runAll([() => stopAll(started, shutdownGraceMs), () => metricsServer.close()]),
  };
}

function graceMsOf(prepared: readonly Prepared[]): number {
  return 1_000 * Math.max(...prepared.map(({ env }) => env.SHUTDOWN_GRACE_SECONDS));
}

/**
 * Makes all services not ready, and waits until load balancers and clients have noticed. Then stops in the reverse order of
 * the list, so that the gateway, which receives all requests, stops first.
 */
async function stopAll(started: readonly RunningService[], graceMs: number): Promise<void> {
  for (const service of started) service.beginShutdown();
  if (graceMs > 0) await delay(graceMs);
  await runAll([...started].reverse().map((service) => () => service.close()));
}
