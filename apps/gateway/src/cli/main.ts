import { parseArgs } from 'node:util';
import { UsageError } from '@plaudit/database';
import { COMMANDS } from './commands';

const USAGE = `Beside a running npm start, or with DATABASE_URL (or DATABASE_ADMIN_URL) in the environment:

create --company "Acme Agency" --email noa@example.com [--password …] [--plan agency]
    makes a further account and prints its first key, once
change --account 2 [--plan agency] [--limits channels=100,users=-1 | none] [--api on|off]
`;

/** node apps/gateway/dist/cli/main.js <command> [options]; with `--help` it says which. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      plan: { type: 'string' },
      account: { type: 'string' },
      limits: { type: 'string' },
      api: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { help, ...options } = values;
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const command = COMMANDS[positionals[0] ?? ''];
  if (!command) throw new UsageError(`the commands are ${Object.keys(COMMANDS).join(', ')}`);
  await command({
    options,
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
