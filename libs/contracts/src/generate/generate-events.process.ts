import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, REPOSITORY } from './generated-files';

for (const { path, text } of generatedFiles()) {
  writeFileSync(join(REPOSITORY, path), text);
  process.stdout.write(`${path}\n`);
}
