import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What the summary reporter writes about a run. */
export interface Outcome extends Counts {
  files: (Counts & { path: string; seconds: number })[];
  /** How many worlds the specs started. */
  worlds: number;
}

export interface RunResult {
  /** The exit code: 0 if every file passed, the first time or the second. */
  code: number;
  /** Null if jest ended without one. The counts of files that ran twice are those of their second run. */
  outcome: Outcome | null;
  /** What jest said about workers that ended too early or not at all, and about servers that were left running. */
  leftovers: string[];
}

export interface RunTwiceOptions {
  /** The program that runs the specs, with its arguments: node and jest. */
  command: readonly [string, ...string[]];
  /** Arguments of jest, such as parts of paths that select the spec files of the first run. */
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The working directory. Printed paths are relative to it. */
  root: string;
  print(line: string): void;
}

/**
 * Runs all specs, then runs the files that failed a second time, one after another. Prints the files that passed then
 * under "Flaky" and the others under "Failed twice".
 */
export async function runTwice(options: RunTwiceOptions): Promise<RunResult> {
  const first = await runOnce(options);
  const suspects = failedIn(first.outcome);
  // Without a failed file, jest failed before or after the specs, so running files again cannot help.
  if (first.code === 0 || !first.outcome || suspects.length === 0) return first;

  const paths = suspects.map(({ path }) => path);
  options.print(`\nRunning ${paths.length} failed spec file(s) a second time, one after another.\n`);
  const second = await runOnce({ ...options, args: ['--maxWorkers=1', '--runTestsByPath', ...paths] });
  const leftovers = [...first.leftovers, ...second.leftovers];
  if (!second.outcome) return { code: second.code || 1, outcome: first.outcome, leftovers };

  const failedTwice = failedIn(second.outcome).map(({ path }) => path);
  const flaky = paths.filter((path) => !failedTwice.includes(path));
  printFiles(options, 'Flaky', flaky);
  printFiles(options, 'Failed twice', failedTwice);
  const counts = replace(first.outcome, suspects, second.outcome);
  const code = second.code || (leftovers.length > 0 ? 1 : 0);
  return { code, outcome: { ...first.outcome, ...counts }, leftovers };
}

function failedIn(outcome: Outcome | null): Outcome['files'] {
  return (outcome?.files ?? []).filter(({ failed }) => failed > 0);
}

/** Returns the counts of a run with those of the suspects replaced by the counts of their second run. */
function replace(total: Counts, suspects: readonly Counts[], again: Counts): Counts {
  const count = (field: keyof Counts): number =>
    suspects.reduce((rest, suspect) => rest - suspect[field], total[field]) + again[field];
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

function printFiles({ print, root }: RunTwiceOptions, heading: string, paths: readonly string[]): void {
  if (paths.length > 0)
    print(`\n${heading}\n${paths.map((path) => `  ${relative(root, path)}`).join('\n')}\n`);
}

/** What jest, its setup and its environment print when a spec has left something running. A run that ends so has failed. */
const LEFTOVER =
  /^(A worker process has failed to exit gracefully|A spec did not stop its server|A worker of jest (ended|does not end))/;

/** A terminal sends Ctrl-C to jest, too. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP'];

/** Runs jest once. Passes on a signal to end. */
export async function runOnce({
  command: [program, ...command],
  args = [],
  env,
  root,
  print,
}: RunTwiceOptions): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'test-outcome-'));
  const path = join(folder, 'outcome.json');
  try {
    const child = spawn(program, [...command, ...args], {
      cwd: root,
      env: { ...env, TEST_OUTCOME: path, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
      stdio: ['inherit', 'inherit', 'pipe'],
    });
    const pass = (signal: NodeJS.Signals): boolean => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    child.once('close', () => SIGNALS.forEach((signal) => process.off(signal, pass)));
    const leftovers: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      print(`${line}\n`);
      if (LEFTOVER.test(stripVTControlCharacters(line))) leftovers.push(line);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    const outcome = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcome) : null;
    if (leftovers.length > 0) print(`\nSpecs left something running:\n${leftovers.join('\n')}\n`);
    return { code: (code ?? 1) || (leftovers.length > 0 ? 1 : 0), outcome, leftovers };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
