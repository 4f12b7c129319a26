import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** placeholder until the shared build arrives */
export async function builtDashboard(): Promise<string> {
  if (process.env.DASHBOARD_BUILD) return process.env.DASHBOARD_BUILD;
  const out = mkdtempSync(join(tmpdir(), 'plaudit-dashboard-build-'));
  execFileSync(
    process.execPath,
    [require.resolve('vite/bin/vite.js'), 'build', '--outDir', out, '--emptyOutDir'],
    {
      cwd: join(__dirname, '../../../dashboard'),
    },
  );
  return out;
}
