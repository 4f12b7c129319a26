import { handOverFirstAccess, onFirstAccess } from '@plaudit/gateway';
import { UsageError } from '@plaudit/database';
import { type Settings, superviseProcess, useProcessLogger } from '@plaudit/runtime';
import { dataDirOf } from './settings';
import { resealAll } from './reseal-all';
import { rebuildProjections, sendSnapshotFrom } from './snapshots';
import type { Endpoints } from './endpoints';
import { startStandalone } from './standalone';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Quieter than the default of a service, because a person reads this terminal. */
const DEFAULT_LOG_LEVEL = 'warn';

/** The commands that work beside the running product. */
const COMMANDS: Readonly<
  Record<string, (env: Settings, args: string[], print: (line: string) => void) => Promise<void>>
> = {
  snapshot: sendSnapshotFrom,
  rebuild: rebuildProjections,
};

async function main(): Promise<void> {
  const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || DEFAULT_LOG_LEVEL };
  useProcessLogger(env.LOG_LEVEL);
  if (process.argv[2] === 'reseal') {
    process.exitCode = (await resealAll(env, print)) ? 0 : 1;
    return;
  }
  const command = COMMANDS[process.argv[2] ?? ''];
  if (command) return command(env, process.argv.slice(3), print);
  onFirstAccess((access) =>
    handOverFirstAccess(access, { stdout: process.stdout, folder: () => dataDirOf(env) }),
  );
  print('Starting Plaudit …');
  const standalone = await startStandalone(env, print);
  superviseProcess({
    close: async () => {
      print('Stopping …');
      await standalone.close();
      print('Stopped.');
    },
  });
  print(describeEndpoints(standalone.endpoints, standalone.endpointsFile));
}

/** Returns the lines for the terminal. They contain no passwords; the file does. */
function describeEndpoints(endpoints: Endpoints, file: string): string {
  const bare = (url: string): string => {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
  };
  return [
    `Plaudit is ready on ${endpoints.gateway}`,
    `  NATS      ${bare(endpoints.nats_url)}`,
    `  Postgres  ${bare(endpoints.postgres)}`,
    `  with their passwords in ${file}`,
    'Read-only access to the events of account 1, for a consumer of your own:',
    '  npm run --silent consumer:add -- --name crm --account 1 --out crm.json',
    'Stop it with Ctrl-C.',
  ].join('\n');
}

main().catch((error: unknown) => {
  const problem = error instanceof Error ? error.message : String(error);
  const isCommand = COMMANDS[process.argv[2] ?? ''] !== undefined;
  process.stderr.write(`${isCommand ? '' : 'Plaudit did not start: '}${problem}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
