import { randomBytes } from 'node:crypto';
import { ownValue } from '@plaudit/contracts';
import { readArguments, UsageError } from '@plaudit/database';
import { COMMANDS } from './commands';

const USAGE = `consumer:add -- --name crm --account 7 | --all [--out crm.json]
    makes read-only credentials for a consumer outside the product and prints them as the options of connect() in the
    nats client, or writes them to a new file
consumer:list
    lists the consumers
consumer:remove -- --name crm
    ends the access and the connections of a consumer

--data-dir .data or --file deploy/nats/users.conf chooses the NATS server, and --server host:port is its address for
consumers.
`;

/** Runs `npm run consumer:<command> -- [options]`. With `--help` it prints the commands. */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { positionals, values } = readArguments({
    allowPositionals: true,
    options: {
      name: text,
      account: text,
      all: { type: 'boolean' },
      out: text,
      file: text,
      'data-dir': text,
      server: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { help, ...options } = values;
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const command = ownValue(COMMANDS, positionals[0] ?? '');
  if (!command) throw new UsageError(`Unknown command. Use one of ${Object.keys(COMMANDS).join(', ')}.`);
  await command({
    options,
    env: process.env,
    newPassword: () => randomBytes(32).toString('base64url'),
    print: (line) => process.stdout.write(`${line}\n`),
    tell: (line) => process.stderr.write(`${line}\n`),
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
