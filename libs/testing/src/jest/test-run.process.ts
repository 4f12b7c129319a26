import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { lockDataDir, removeDataDir, startPostgres } from '@plaudit/embedded';

import { removeDeadRuns, removeRun, RUN_PREFIX } from './run-folder';

/** What the specs of a run need to know. */
export interface TestRun {
  /** The run's Postgres as superuser. */
  adminUrl: string;
  /** Everything the run starts keeps its state in a folder of its own below this one. */
  folder: string;
}

/** Nothing that a test stores has to survive a power failure. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), RUN_PREFIX));
  const lock = await lockDataDir(folder);
  const dataDir = join(folder, 'main');
  const postgres = await startPostgres({ dataDir, settings: FAST });
  const parentEnded = new Promise((resolve) => process.stdin.resume().once('close', resolve));
  process.stdout.write(`${JSON.stringify({ adminUrl: postgres.adminUrl, folder } satisfies TestRun)}\n`);
  await removeDeadRuns(tmpdir());
  await parentEnded;
  await postgres.stop();
  await removeDataDir(dataDir);
  for (const left of await removeRun(folder, lock)) {
    process.stderr.write(
      `A spec did not stop its server in ${basename(left)}; it was stopped after the run.\n`,
    );
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
