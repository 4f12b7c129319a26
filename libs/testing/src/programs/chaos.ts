import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const USAGE = 'Usage: npm run chaos -- [--minutes 30] [--seed 4711]\n';

/** `npm run chaos`. Runs the spec of random faults on the event bus with a random seed and for a given time. */
function main(): void {
  const { minutes, seed } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
    },
  }).values;
  const seconds = Math.round(Number(minutes) * 60);
  if (!(seconds > 0) || !Number.isInteger(Number(seed)))
    throw new Error('--minutes must be a positive number and --seed an integer.');

  const settings = { CHAOS_SEED: seed, CHAOS_SECONDS: String(seconds) };
  process.stdout.write(`Repeat this run with: npm run chaos -- --minutes ${minutes} --seed ${seed}\n`);
  const child = spawn(process.execPath, [require.resolve('jest/bin/jest'), 'libs/events/src/chaos'], {
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
