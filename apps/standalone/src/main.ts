import { ownValue } from '@plaudit/contracts';
import { handOverFirstAccess, keepFirstAccessOf, onFirstAccess } from '@plaudit/gateway/first-access';
import { resolvedEnvironment, UsageError } from '@plaudit/database';
import { type Settings, superviseProcess, useProcessLogger } from '@plaudit/runtime';
import { dataDirOf } from './settings';
import { describeEndpoints } from './endpoints';
import { startStandalone } from './standalone';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Quieter than the default of a service, because a person reads this terminal. */
const DEFAULT_LOG_LEVEL = 'warn';

const USAGE = `npm start
    starts the product with the settings of the environment. The next two work beside it

events:snapshot -- --from reviews --to reports__review [--rate 5000] [--restart]
    sends every record of a service to one durable in its current state. --rate is in records per second. --restart
    begins anew after an interrupted snapshot
projections:rebuild -- widgets [--rate 5000] [--restart]
    sends a service the snapshots of all records that it keeps copies of, and waits until it has stored them
secrets:reseal
    encrypts all stored secrets again, with SECRETS_KEY
`;

/** The commands. They return the exit code. */
const COMMANDS: Readonly<
  Record<string, (env: Settings, args: string[], print: (line: string) => void) => Promise<number>>
> = {
  snapshot: async (...given) => (await import('./snapshots')).sendSnapshotFrom(...given),
  rebuild: async (...given) => (await import('./snapshots')).rebuildProjections(...given),
  reseal: async (env, _args, toTerminal) =>
    (await (await import('./reseal-all')).resealAll(env, toTerminal)) ? 0 : 1,
};

async function main(): Promise<void> {
  const given = resolvedEnvironment(process.env);
  const env = { ...given, LOG_LEVEL: given.LOG_LEVEL || DEFAULT_LOG_LEVEL };
  useProcessLogger(env.LOG_LEVEL);
  if (process.argv.includes('--help')) {
    print(USAGE.trimEnd());
    return;
  }
  const command = ownValue(COMMANDS, process.argv[2] ?? '');
  if (command) {
    process.exitCode = await command(env, process.argv.slice(3), print);
    return;
  }
  await startProduct(env);
}

/** Stops in order also if the signal arrives during the start, because the embedded servers would outlive this process. */
async function startProduct(env: Settings): Promise<void> {
  const folder = (): string => dataDirOf(env);
  onFirstAccess((access) => handOverFirstAccess(access, { stdout: process.stdout, folder }));
  keepFirstAccessOf(folder());
  print('Starting Plaudit …');
  const starting = startStandalone(env, print);
  let isStopping = false;
  superviseProcess({
    shutdownGraceMs: 1_000 * (Number(env.SHUTDOWN_GRACE_SECONDS) || 0),
    close: async () => {
      isStopping = true;
      print('Stopping …');
      // main() prints why a start failed.
      await (await starting.catch(() => null))?.close();
      print('Stopped.');
    },
  });
  const { endpoints, endpointsFile } = await starting;
  if (!isStopping) print(describeEndpoints(endpoints, endpointsFile));
}

main().catch((error: unknown) => {
  const problem = error instanceof Error ? error.message : String(error);
  const isCommand = ownValue(COMMANDS, process.argv[2] ?? '') !== undefined;
  process.stderr.write(`${isCommand ? '' : 'Plaudit did not start: '}${problem}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
