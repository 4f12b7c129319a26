import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder whose name begins with `prefix`. In a jest run it is deleted with the folder of the run. */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(process.env.PLAUDIT_TEST_RUN ?? tmpdir(), prefix));
}
