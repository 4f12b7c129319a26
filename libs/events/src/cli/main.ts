import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { UsageError } from '@plaudit/database';
import { COMMANDS } from './commands';

/**
 * node libs/events/dist/cli/main.js <command> [options], with NATS_URL in the environment:
 *
 * - `topology`: creates or updates streams and durables (EVENTS_MAX_BYTES, REPLICAS); `--check` only looks, and exits
 *   with 1 when something is wrong
 * - `dead [--durable widgets__review] [--limit 100]`: lists dead letters, oldest first
 * - `redeliver --letter 3,7 | --durable widgets__review | --all`: puts dead letters back
 * - `replay --service reviews --from 2026-09-20T02:00:00Z [--to …]`: publishes a service's sent events again
 *   (DATABASE_ADMIN_URL, or that service's own DATABASE_URL)
 */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      all: { type: 'boolean' },
      durable: { type: 'string' },
      limit: { type: 'string' },
      letter: { type: 'string' },
      service: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const command = COMMANDS[positionals[0] ?? ''];
  if (!command) throw new UsageError(`the commands are ${Object.keys(COMMANDS).join(', ')}`);
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return command({ options, env: process.env, print: (line) => process.stdout.write(`${line}\n`) });
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
