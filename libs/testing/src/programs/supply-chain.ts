import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkLicences } from '../supply-chain/licences';
import type { Lockfile } from '../supply-chain/lockfile';
import { checkSignatures } from '../supply-chain/signatures';

const ROOT = join(__dirname, '..', '..', '..', '..');

/**
 * `npm run check:supply-chain`, which `.ci/run` calls. Reports the licences and the signatures of all packages. Fails for a
 * forbidden licence and for an invalid signature.
 */
async function main(): Promise<void> {
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const { counts, forbidden, unknown } = checkLicences(lockfile);
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  print(`Licences: ${sorted.map(([licence, count]) => `${licence} ${count}`).join(', ')}`);
  for (const entry of unknown) print(`Read this licence: ${entry}`);
  for (const entry of forbidden) print(`Forbidden licence: ${entry}`);
  const signatures = await checkSignatures(ROOT);
  print(
    signatures.state === 'verified'
      ? 'Signatures: verified'
      : `Signatures: ${signatures.state} (${signatures.reason})`,
  );
  if (forbidden.length > 0 || signatures.state === 'invalid') process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
