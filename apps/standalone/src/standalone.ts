import type { ServiceName } from '@plaudit/contracts';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import { applyTopology } from '@plaudit/events';
import {
  deriveKey,
  parseSecretsKey,
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
  type RunningServices,
  type ServiceStart,
  type Settings,
  startServices,
} from '@plaudit/runtime';
import { type DataPlane, startDataPlane } from './data-plane';
import { startMailCatcher } from './mail-catcher/mail-catcher';
import { natsOptions } from './nats-options';
import { type Endpoints, writeEndpoints } from './endpoints';
import { rolePassword } from './running-product';
import { readSettings, type StandaloneSettings } from './settings';
import { StartProgress } from './start-progress';

/** The code of the services. It is loaded while Postgres starts. */
// oxlint-disable-next-line typescript/no-require-imports
const loadServices = () => require('./services') as typeof import('./services');

export interface Standalone {
  endpoints: Endpoints;
  /** An absolute path. Only the owner can read the file. */
  endpointsFile: string;
  services: RunningServices;
  /** Stops the services one after another, first the gateway, then the mail catcher, NATS and Postgres. */
  close(): Promise<void>;
}

/** Starts the whole product in this process. The services run as in production, with generated addresses and secrets. */
export async function startStandalone(env: Settings, log: (line: string) => void): Promise<Standalone> {
  const progress = new StartProgress(log);
  try {
    return await startParts(env, log, progress);
  } finally {
    progress.end();
  }
}

async function startParts(
  env: Settings,
  log: (line: string) => void,
  progress: StartProgress,
): Promise<Standalone> {
  const settings = readSettings(env);
  progress.begin('Starting the database and the event bus …');
  const mails = await startMailCatcher(env, settings.dataDir);
  const plane = await startDataPlane(settings, env, log, loadServices).catch(async (error: unknown) => {
    await mails.close();
    throw error;
  });
  const stop = async (): Promise<void> => {
    await mails.close();
    await plane.stop();
  };
  try {
    progress.begin('Starting the services …');
    const services = await startOn(plane, settings, { ...env, ...mails.settings }, log);
    const endpoints = {
      public_url: settings.publicUrl,
      gateway: services.url('gateway'),
      nats: natsOptions(plane.nats),
      nats_url: plane.nats.url,
      postgres: plane.adminUrl,
      metrics: services.metricsUrl,
      ...(mails.settings.MAILBOX_URL ? { mailbox: `${settings.publicUrl}/app` } : {}),
    };
    const endpointsFile = writeEndpoints(settings.dataDir, endpoints);
    const close = async (): Promise<void> => {
      await services.close();
      await stop();
    };
    return { endpoints, endpointsFile, services, close };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOn(
  plane: DataPlane,
  settings: StandaloneSettings,
  env: Settings,
  log: (line: string) => void,
): Promise<RunningServices> {
  const master = parseSecretsKey(settings.secretsKey);
  const { ALL_SERVICES } = loadServices();
  const passwordOf = (service: ServiceName): string => rolePassword(settings, service);
  await naming(
    plane.directAdminUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
    provisionDatabase({
      adminUrl: plane.directAdminUrl ?? plane.adminUrl,
      services: ALL_SERVICES.map(({ name }) => ({ name, password: passwordOf(name) })),
      timeoutFactor: Number(env.SERVICE_TIMEOUT_FACTOR) || 1,
    }),
  );
  const { eventsMaxBytes } = settings;
  const { changes } = await naming(natsSetting, applyTopology(plane.nats, { eventsMaxBytes }));
  for (const { of, setting } of changes.filter(({ applied }) => !applied))
    log(
      `${of} keeps its ${setting}. "npm run topology -- --force" applies a change that gives something up.`,
    );
  const common: Settings = {
    ...env,
    // Nothing could take over the requests of a product that runs alone.
    SHUTDOWN_GRACE_SECONDS: env.SHUTDOWN_GRACE_SECONDS || '0',
    NATS_URL: plane.nats.url,
    SECRETS_KEY: settings.secretsKey,
    PRINCIPAL_PUBLIC_KEYS: principalPublicKey(deriveKey(master, PRINCIPAL_SEED_LABEL)),
    PUBLIC_URL: settings.publicUrl,
    HOST: '127.0.0.1',
    PORT: '0',
  };
  return startServices(
    ALL_SERVICES.map((definition): ServiceStart => {
      const urlOf = (adminUrl: string | null): string | undefined =>
        adminUrl ? serviceDatabaseUrl(adminUrl, definition.name, passwordOf(definition.name)) : undefined;
      const database = {
        DATABASE_URL: urlOf(plane.adminUrl),
        DATABASE_DIRECT_URL: urlOf(plane.directAdminUrl),
      };
      const door = definition.name === 'gateway' ? { HOST: settings.host, PORT: settings.port } : {};
      return { definition, settings: { ...common, ...database, ...door } };
    }),
  );
}

/** NATS reserves the stream of events on its disk. */
const natsSetting = (problem: string): string =>
  problem.includes('insufficient storage') ? 'EVENTS_MAX_BYTES' : 'NATS_URL';

/** Adds the name of the setting to an error of Postgres or NATS. */
async function naming<T>(setting: string | ((problem: string) => string), work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const problem = (error as Error).message;
    const name = typeof setting === 'string' ? setting : setting(problem);
    throw new Error(`${name} does not work: ${problem}`, { cause: error });
  }
}
