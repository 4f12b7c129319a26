import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { SOURCE_FLAGS } from '../world/service-process';
import type { TestRun } from './test-run.process';

declare global {
  // Jest loads setup and teardown separately in one process. Its documentation passes values on through globalThis.
  var plauditTestRun: ChildProcess | undefined;
}

/**
 * Starts one Postgres for the whole jest run, in a child process that also stops it. The child notices that this process
 * has ended when its standard input closes. Workers find the server through the environment.
 */
// Jest calls the default export.
// oxlint-disable-next-line import/no-default-export
export default async function globalSetup(): Promise<void> {
  const program = join(__dirname, 'test-run.process.ts');
  const child = spawn(process.execPath, [...SOURCE_FLAGS, program], {
    // Ctrl-C reaches the whole process group. The child must survive it to clean up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const run = await new Promise<TestRun>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as TestRun));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(
        new Error(`The Postgres of the tests did not start (exit code ${code}); see the messages above.`),
      ),
    );
  });
  process.env.PLAUDIT_TEST_POSTGRES = run.adminUrl;
  process.env.PLAUDIT_TEST_RUN = run.folder;
  // Where products that a spec starts as root create their Postgres.
  if (run.postgresDir) process.env.POSTGRES_DIR = run.postgresDir;
  globalThis.plauditTestRun = child;
}
