import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_FLAGS } from '@plaudit/testing';
import { readEnvFile, REPOSITORY } from './compose.suite';

/** Returns the .env that `npm run secrets` writes. */
export function freshEnv(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-env-'));
  try {
    const program = join(REPOSITORY, 'libs/runtime/src/cli/main.ts');
    const file = join(folder, '.env');
    const args = [...SOURCE_FLAGS, program, '--file', file];
    execFileSync(process.execPath, args, { cwd: REPOSITORY });
    return readEnvFile(file).values;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
