import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { introductionOf } from './introduction-sections';

const ROOT = join(__dirname, '..', '..', '..', '..');
const PATH = 'apps/gateway/src/reference/introduction.json';

/** Writes the introduction of the API, because docs is not part of an image. */
const lines = introductionOf(readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8')).split('\n');
writeFileSync(join(ROOT, PATH), `${JSON.stringify({ lines }, null, 2)}\n`);
process.stdout.write(`${PATH}\n`);
