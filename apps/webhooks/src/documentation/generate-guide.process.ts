import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideModule, withSections } from './guide';

const ROOT = join(__dirname, '..', '..', '..', '..');
const PAGE = 'docs/webhooks.md';
const MODULE = 'apps/webhooks/src/generated/webhooks-guide.ts';

/** Writes the generated sections of docs/webhooks.md, and the module with its text. */
function main(): void {
  const page = withSections(readFileSync(join(ROOT, PAGE), 'utf8'));
  for (const [path, text] of [
    [PAGE, page],
    [MODULE, guideModule(page)],
  ] as const) {
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`${path}\n`);
  }
}

main();
