import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, UsageError } from '@plaudit/database';
import { useProcessLogger } from '@plaudit/runtime';
import { reportTable } from './report';
import { runCluster } from './run-cluster';
import { briefSteps, fullSteps } from './steps';

const USAGE = `Usage: npm run test:cluster -- [--rounds 1] [--minutes 0] [--freeze 60] [--factor 1] [--seed 4711] [--brief]

Runs the product with two replicas of each service, three nats-servers and load balancers. Every fault happens once in each
round, in a random order. The run ends with the round in which both --rounds and --minutes are reached. --freeze is the
number of seconds for which a process is frozen, --factor the SERVICE_TIMEOUT_FACTOR of the services. --brief has the few
steps that npm test has.
`;

/** `npm run test:cluster`. Prints the report as a table. Ends with 1 if something was lost, doubled or failed. */
async function main(): Promise<number> {
  useProcessLogger('warn');
  const { seed, rounds, minutes, brief, ...options } = readOptions();
  const logFolder = mkdtempSync(join(tmpdir(), 'plaudit-cluster-'));
  print(`Seed ${seed}. The logs are in ${logFolder}.`);
  const until = Date.now() + minutes * 60_000;
  let begun = 0;
  const { results, violations } = await runCluster({
    ...options,
    seed,
    logFolder,
    auditAfter: brief ? 'round' : 'step',
    graceSeconds: 5,
    leaseSeconds: 15,
    say: print,
    nextRound: (chance) => {
      begun += 1;
      if (begun > rounds && Date.now() >= until) return [];
      return brief ? briefSteps(chance, options) : fullSteps(chance, options);
    },
  });
  print(`\n${reportTable(results)}\n`);
  for (const violation of violations) print(`VIOLATION  ${violation}`);
  if (violations.length === 0) rmSync(logFolder, { recursive: true });
  else print(`\nRepeat this run with --seed ${seed}. The logs are in ${logFolder}.`);
  return violations.length === 0 ? 0 : 1;
}

function readOptions() {
  const { values } = readArguments({
    options: {
      rounds: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '0' },
      freeze: { type: 'string', default: '60' },
      factor: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      brief: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'rounds' | 'minutes' | 'freeze' | 'factor' | 'seed'): number => {
    const value = Number(values[name]);
    if (!(value >= 0)) throw new UsageError(`--${name} must be a number of at least 0.`);
    return value;
  };
  return {
    rounds: number('rounds'),
    minutes: number('minutes'),
    freezeMs: number('freeze') * 1_000,
    timeoutFactor: number('factor'),
    seed: number('seed'),
    brief: values.brief === true,
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(error instanceof UsageError ? `${error.message}\n${USAGE}` : `${text}\n`);
    process.exit(2);
  },
);
