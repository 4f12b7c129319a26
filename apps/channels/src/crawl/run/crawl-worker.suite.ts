import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startServiceProcess } from '@plaudit/testing';

/** Starts the channels service in its own process. It crawls one channel at a time, with a lease of one second. */
export function startCrawlWorker(settings: Record<string, string>): Promise<ChildProcess> {
  return startServiceProcess(join(__dirname, '../../main.ts'), {
    CRAWL_LEASE_SECONDS: '1',
    ...settings,
    CRAWL_CONCURRENCY: '1',
  });
}

export async function killCrawlWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}
