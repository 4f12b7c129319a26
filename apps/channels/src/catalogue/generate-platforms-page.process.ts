import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS } from '../platforms/registry';
import { PLATFORMS_PAGE_PATH, platformsPage, README_PATH, withPlatforms } from './platforms-page';

const ROOT = join(__dirname, '..', '..', '..', '..');

/** Writes docs/platforms.md and the table of platforms in the README. */
function main(): void {
  const readme = withPlatforms(readFileSync(join(ROOT, README_PATH), 'utf8'), PLATFORMS);
  for (const [path, text] of [
    [PLATFORMS_PAGE_PATH, platformsPage(PLATFORMS)],
    [README_PATH, readme],
  ] as const) {
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`${path}\n`);
  }
}

main();
