import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  differences,
  type Lockfile,
  missingOptionals,
  unsafeEntries,
  withoutIncomplete,
} from '../supply-chain/lockfile';

const ROOT = join(__dirname, '..', '..', '..', '..');
const LOCKFILE = 'package-lock.json';

/**
 * `npm run lock`. Brings package-lock.json up to date with every package.json, and adds the binaries for other systems that it
 * lacks. Works in an empty folder, because npm leaves those binaries out if it sees installed packages. Prints each version
 * that changed. Fails if `npm ci` would refuse the result.
 */
function main(): void {
  const before = read(ROOT);
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-lock-'));
  try {
    for (const path of ['package.json', '.npmrc', ...workspaces()])
      copyFileSync(join(ROOT, path), join(folder, path));
    writeFileSync(join(folder, LOCKFILE), JSON.stringify(withoutIncomplete(before)));
    const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    copyFileSync(join(folder, LOCKFILE), join(ROOT, LOCKFILE));
  } finally {
    rmSync(folder, { recursive: true });
  }
  report(before, read(ROOT));

  /** Creates the folder of each workspace and returns the paths of their manifests. */
  function workspaces(): string[] {
    return ['apps', 'libs'].flatMap((group) =>
      readdirSync(join(ROOT, group)).map((name) => {
        mkdirSync(join(folder, group, name), { recursive: true });
        return join(group, name, 'package.json');
      }),
    );
  }
}

function read(folder: string): Lockfile {
  return JSON.parse(readFileSync(join(folder, LOCKFILE), 'utf8')) as Lockfile;
}

function report(before: Lockfile, after: Lockfile): void {
  for (const line of differences(before, after)) process.stdout.write(`${line}\n`);
  const problems = [
    ...unsafeEntries(after),
    ...missingOptionals(after).map(
      ({ of, name }) =>
        `${of}: the registry has no ${name} of this version; choose a version of which it has the binaries for every system`,
    ),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write('package-lock.json is complete.\n');
}

main();
