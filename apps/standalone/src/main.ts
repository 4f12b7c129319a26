import { handOverFirstAccess, onFirstAccess } from '@plaudit/gateway';
import { superviseProcess, useProcessLogger } from '@plaudit/runtime';
import { dataDirOf } from './settings';
import { resealAll } from './reseal-all';
import { type Endpoints, startStandalone } from './standalone';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Quieter than the default of a service, because a person reads this terminal. */
const DEFAULT_LOG_LEVEL = 'warn';

async function main(): Promise<void> {
  const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || DEFAULT_LOG_LEVEL };
  useProcessLogger(env.LOG_LEVEL);
  if (process.argv[2] === 'reseal') {
    process.exitCode = (await resealAll(env, print)) ? 0 : 1;
    return;
  }
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
  process.stderr.write(`Plaudit did not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
