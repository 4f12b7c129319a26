import { outsideConsumersIn, outsideSection } from '@plaudit/contracts';
import {
  findKeptNats,
  type NatsServerHandle,
  type PostgresHandle,
  startNatsServer,
  startPostgres,
} from '@plaudit/embedded';
import type { NatsAccess } from '@plaudit/events';
import type { Settings } from '@plaudit/runtime';
import type { StandaloneSettings } from './settings';

/** Postgres and NATS, embedded or external. */
export interface DataPlane {
  adminUrl: string;
  /** The administrator's URL without the pooler, or null if there is no pooler. */
  directAdminUrl: string | null;
  nats: NatsAccess;
  /** Stops the embedded servers: NATS first, then Postgres. */
  stop(): Promise<void>;
}

/**
 * Starts embedded Postgres and NATS at the same time, each only if no URL is set. Calls `onWaiting` once Postgres works on its
 * start, which takes longest.
 */
export async function startDataPlane(
  settings: StandaloneSettings,
  env: Settings,
  log: (line: string) => void,
  onWaiting: () => void = () => {},
): Promise<DataPlane> {
  const { dataDir, postgresDir } = settings;
  const [postgres, nats] = await Promise.allSettled([
    settings.databaseUrl ? null : startPostgres({ dataDir, log, onWaiting, stateRoot: postgresDir }),
    settings.nats ? null : startNats(settings, env, log),
  ]);
  const stop = async (): Promise<void> => {
    await stopIfStarted(nats);
    await stopIfStarted(postgres);
  };
  const failure = [postgres, nats].find((part) => part.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  return {
    adminUrl: settings.databaseUrl ?? (valueOf(postgres) as PostgresHandle).adminUrl,
    directAdminUrl: settings.directDatabaseUrl,
    nats: settings.nats ?? { url: (valueOf(nats) as NatsServerHandle).url },
    stop,
  };
}

/** The permissions of outside consumers follow the catalogue of this release, so they are written anew. */
async function startNats(
  { dataDir, natsPort }: StandaloneSettings,
  env: Settings,
  log: (line: string) => void,
): Promise<NatsServerHandle> {
  const kept = findKeptNats(dataDir);
  const users = outsideSection(kept ? outsideConsumersIn(kept.users) : []);
  return startNatsServer({ dataDir, log, env: env as NodeJS.ProcessEnv, port: natsPort, users });
}

function valueOf<T>(part: PromiseSettledResult<T>): T | null {
  return part.status === 'fulfilled' ? part.value : null;
}

async function stopIfStarted(part: PromiseSettledResult<{ stop(): Promise<void> } | null>): Promise<void> {
  await valueOf(part)?.stop();
}
