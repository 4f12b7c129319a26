import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What the summary reporter writes about a run. */
interface Outcome extends Counts {
  failedFiles: (Counts & { path: string })[];
}

export interface RunTwiceOptions {
  /** The program that runs the specs, with its arguments: node and jest. */
  command: readonly [string, ...string[]];
  /** Parts of paths that select the spec files of the first run. */
  patterns?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The working directory. Printed paths are relative to it. */
  root: string;
  print(line: string): void;
}

/**
 * Runs all specs, then runs the files that failed a second time, one after another. Prints the files that passed then
 * under "Flaky" and the others under "Failed twice"; the last line has the final counts. Returns the exit code.
 */
export async function runTwice(options: RunTwiceOptions): Promise<number> {
  const first = await run(options, options.patterns ?? []);
  if (first.code === 0) return 0;
  const suspects = first.outcome?.failedFiles ?? [];
  // Jest failed before or after the specs, so running files again cannot help.
  if (!first.outcome || suspects.length === 0) return first.code;

  const paths = suspects.map(({ path }) => path);
  options.print(`\nRunning ${paths.length} failed spec file(s) a second time, one after another.\n`);
  const second = await run(options, ['--maxWorkers=1', '--runTestsByPath', ...paths]);
  if (!second.outcome) return second.code || 1;

  const failedTwice = second.outcome.failedFiles.map(({ path }) => path);
  const flaky = paths.filter((path) => !failedTwice.includes(path));
  printFiles(options, 'Flaky', flaky);
  printFiles(options, 'Failed twice', failedTwice);
  const { passed, failed, skipped } = replace(first.outcome, suspects, second.outcome);
  options.print(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return second.code;
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

async function run(
  { command: [program, ...args], env, root }: RunTwiceOptions,
  more: readonly string[],
): Promise<{ code: number; outcome: Outcome | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'test-outcome-'));
  const path = join(folder, 'outcome.json');
  try {
    const child = spawn(program, [...args, ...more], {
      cwd: root,
      env: { ...env, TEST_OUTCOME: path },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    const outcome = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcome) : null;
    return { code: code ?? 1, outcome };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
