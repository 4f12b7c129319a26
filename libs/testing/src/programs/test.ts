import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { memoryFolder } from '../memory-folder';
import { SOURCE_FLAGS } from '../world/service-process';
import { type Counts, type Outcome, runOnce, type RunResult, runTwice } from './run-twice';

const ROOT = join(__dirname, '..', '..', '..', '..');
const SLOWEST = 10;

interface TierRun extends RunResult {
  tier: string;
  seconds: number;
}

/**
 * `npm test`, `npm run test:unit` and `npm run test:long`: runs the tiers that the first argument names, one after another, and
 * prints the time of each and the slowest files. With CI=true, files that failed run a second time. Other arguments go to jest:
 * they select the files of one strict run.
 */
async function main([names = '', ...args]: string[]): Promise<number> {
  const tiers = names.split(',');
  const run = process.env.CI === 'true' ? runTwice : runOnce;
  // `npm test -- <part of a path>` finds the file in whichever tier it is.
  if (args.length > 0) return (await runOnce(optionsOf(tiers.length === 1 ? names : '', args))).code;
  const runs: TierRun[] = [];
  for (const tier of tiers) {
    const start = Date.now();
    const result = await run(optionsOf(tier, []));
    runs.push({ ...result, tier, seconds: (Date.now() - start) / 1_000 });
  }
  report(runs);
  return runs.find(({ code }) => code !== 0)?.code ?? 0;
}

function optionsOf(tier: string, args: readonly string[]): Parameters<typeof runOnce>[0] {
  return {
    // Jest's workers and their threads inherit the flags.
    command: [process.execPath, ...SOURCE_FLAGS, require.resolve('jest/bin/jest')],
    args,
    // The servers and folders of a run end with it, so they need no disk.
    env: { ...process.env, TEST_TIER: tier, TMPDIR: process.env.TMPDIR || memoryFolder() || tmpdir() },
    root: ROOT,
    print,
  };
}

function report(runs: readonly TierRun[]): void {
  const outcomes = runs.flatMap(({ outcome }) => outcome ?? []);
  const files = outcomes.flatMap((outcome) => outcome.files);
  const slowest = [...files].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  print('\nSlowest files\n');
  for (const { path, seconds } of slowest)
    print(`${seconds.toFixed(0).padStart(6)} s  ${relative(ROOT, path)}\n`);
  print('\nTiers\n');
  for (const { tier, seconds, outcome } of runs)
    print(`  ${tier}: ${seconds.toFixed(0)} s${sizeOf(outcome)}\n`);
  const total = (field: keyof Counts): number => outcomes.reduce((sum, outcome) => sum + outcome[field], 0);
  print(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`);
}

function sizeOf(outcome: Outcome | null): string {
  if (!outcome) return ', jest ended without a result';
  const { passed, failed, skipped, files, worlds } = outcome;
  return `, ${passed + failed + skipped} tests in ${files.length} files, ${worlds} worlds started`;
}

function print(text: string): void {
  process.stdout.write(text);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
