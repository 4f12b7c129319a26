import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually';
import { temporaryFolder } from './temporary-folder';

const DASHBOARD = join(__dirname, '..', '..', '..', 'apps', 'dashboard');
const BUILD_MS = 120_000;

/**
 * Returns a folder with the built dashboard, for DASHBOARD_DIR. The first spec of a jest run that needs it builds it, and the others
 * wait for that. Throws what the build printed if it fails.
 */
export async function builtDashboard(): Promise<string> {
  // Outside a jest run nobody shares the folder.
  const parent = process.env.PLAUDIT_TEST_RUN ?? temporaryFolder('plaudit-dashboard-');
  const built = join(parent, 'dashboard');
  const failure = join(parent, 'dashboard-failure.txt');
  if (isFirst(join(parent, 'dashboard-build')))
    await build(built).catch((error: Error) => writeFileSync(failure, error.message));
  const hasEnded = (): boolean => existsSync(built) || existsSync(failure);
  await eventually(hasEnded, Boolean, 'the dashboard to be built', { timeoutMs: BUILD_MS });
  if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
  return built;
}

/** Returns true for one of all callers: only one of them can create a folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function build(folder: string): Promise<void> {
  const vite = join(dirname(require.resolve('vite/package.json', { paths: [DASHBOARD] })), 'bin', 'vite.js');
  const unfinished = `${folder}-unfinished`;
  const where = ['--outDir', unfinished, '--emptyOutDir'];
  // Vite would otherwise write a copy of its configuration into node_modules.
  const how = ['--configLoader', 'native', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...where, ...how], {
    cwd: DASHBOARD,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    timeout: BUILD_MS,
  });
  // Others see the folder only when it is complete.
  renameSync(unfinished, folder);
}
