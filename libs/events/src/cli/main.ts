import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ownValue } from '@plaudit/contracts';
import { readArguments, resolvedEnvironment, UsageError } from '@plaudit/database';
import { COMMANDS } from './commands';

const USAGE = `Set NATS_URL. npm start writes its value as nats_url to endpoints.json in the data folder.

topology [--check] [--force | --keep-going]
    creates or updates streams and durables, with EVENTS_MAX_BYTES and REPLICAS of the environment. --check only
    compares them, and exits with 1 if there is a difference. Without --force it refuses changes that give something
    up, lists them and exits with 1, or with 0 after --keep-going
dead [--durable ai__review] [--search text] [--limit 100]
    lists dead letters, oldest first
redeliver --letter 3,7 | --durable ai__review | --search text | --all
    sends dead letters again to the durable that failed
discard --letter 3,7 | --durable ai__review | --search text | --all
    deletes dead letters for good
replay --to ai__review --from 2026-09-20T02:00:00Z [--until …] [--rate 5000]
    sends the events of the stream to that durable again, and to no other consumer
replay --service reviews --from 2026-09-20T02:00:00Z [--until …]
    publishes the sent events of a service again, for all consumers. It also needs DATABASE_ADMIN_URL, or the
    DATABASE_DIRECT_URL or DATABASE_URL of that service
outbox --service reviews [--limit 20] [--park 12 | --unpark 12]
    lists the oldest events that are not published, moves one out of the way or puts it back. It needs the database
    like replay, and no NATS_URL
`;

/** The options of each command, besides --help. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  topology: ['check', 'force', 'keep-going'],
  dead: ['durable', 'search', 'limit'],
  redeliver: ['letter', 'durable', 'search', 'all'],
  discard: ['letter', 'durable', 'search', 'all'],
  replay: ['to', 'service', 'from', 'until', 'rate'],
  outbox: ['service', 'limit', 'park', 'unpark'],
};

/** Throws {@link UsageError} for options of another command and for further words, which would be ignored otherwise. */
function refuseStrangers([command = '', ...words]: readonly string[], given: object): void {
  const own = ownValue(OPTIONS, command) ?? [];
  const other = Object.keys(given).find((name) => !own.includes(name));
  if (other !== undefined)
    throw new UsageError(`${command} has no option --${other}. --help lists its options.`);
  if (words.length > 0)
    throw new UsageError(`${command} takes options only, not "${words[0]}". --help lists its options.`);
}

/** Runs `node libs/events/dist/cli/main.js <command> [options]`. With `--help` it prints the commands. */
async function main(): Promise<number> {
  const { positionals, values } = readArguments({
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      force: { type: 'boolean' },
      'keep-going': { type: 'boolean' },
      all: { type: 'boolean' },
      durable: { type: 'string' },
      limit: { type: 'string' },
      letter: { type: 'string' },
      search: { type: 'string' },
      service: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      until: { type: 'string' },
      rate: { type: 'string' },
      park: { type: 'string' },
      unpark: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { help, ...given } = values;
  if (help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = ownValue(COMMANDS, positionals[0] ?? '');
  if (!command) throw new UsageError(`Unknown command. Use one of ${Object.keys(COMMANDS).join(', ')}.`);
  refuseStrangers(positionals, given);
  // The default logger writes information to stdout, which programs read as the output of the command.
  Logger.overrideLogger(['warn', 'error', 'fatal']);
  const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return command({
    options,
    env: resolvedEnvironment(process.env),
    print: (line) => process.stdout.write(`${line}\n`),
  });
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
