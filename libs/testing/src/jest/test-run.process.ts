import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { lockDataDir, removeDataDir, startPostgres } from '@plaudit/embedded';

import { memoryFolder } from '../memory-folder';
import { removeDeadRuns, removeRun, RUN_PREFIX } from './run-folder';

/** What the specs of a run need to reach its servers. */
export interface TestRun {
  /** The URL of the run's Postgres for the superuser. */
  adminUrl: string;
  /** Each server of the run keeps its state in a folder below this one. */
  folder: string;
  /** Where servers that root starts keep their state. Null: in their usual place. */
  postgresDir: string | null;
}

/** Data of tests need not survive a power failure. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '1GB' };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), RUN_PREFIX));
  const lock = await lockDataDir(folder);
  const dataDir = join(folder, 'main');
  const postgresDir = postgresDirIn(folder);
  const postgres = await startPostgres({ dataDir, settings: FAST, stateRoot: postgresDir ?? undefined });
  const parentEnded = new Promise((resolve) => process.stdin.resume().once('close', resolve));
  process.stdout.write(
    `${JSON.stringify({ adminUrl: postgres.adminUrl, folder, postgresDir } satisfies TestRun)}\n`,
  );
  await removeDeadRuns(tmpdir());
  await parentEnded;
  await postgres.stop();
  await removeDataDir(dataDir);
  for (const left of await removeRun(folder, lock)) {
    process.stderr.write(
      `A spec did not stop its server in ${basename(left)}. The server was stopped after the run.\n`,
    );
  }
}

/** A folder in memory can be reached by the user of a server that root starts, unlike a TMPDIR of root alone. */
function postgresDirIn(folder: string): string | null {
  if (tmpdir() !== memoryFolder()) return null;
  chmodSync(folder, 0o711);
  return join(folder, 'state');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
