import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { TestRun } from './test-run.process';

declare global {
  // Setup and teardown are loaded apart but run in one process; this is where jest says to pass things on.
  var plauditTestRun: ChildProcess | undefined;
}

/**
 * Starts one Postgres for the whole jest run, in a child process that also ends it: the child notices the end of this
 * process, however it ends, by its standard input closing. Workers find the server through the environment.
 */
// jest calls the default export.
// oxlint-disable-next-line import/no-default-export
export default async function globalSetup(): Promise<void> {
  const register = join(__dirname, '..', 'register.js');
  const program = join(__dirname, 'test-run.process.ts');
  const child = spawn(process.execPath, ['--conditions=@plaudit/source', '-r', register, program], {
    // Ctrl-C reaches a whole process group; the child must outlive it to clean up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const run = await new Promise<TestRun>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as TestRun));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The tests' Postgres did not start (exit code ${code}), see above.`)),
    );
  });
  process.env.PLAUDIT_TEST_POSTGRES = run.adminUrl;
  process.env.PLAUDIT_TEST_RUN = run.folder;
  globalThis.plauditTestRun = child;
}
