import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { completeEnv, endRotation, rotateSecretsKey } from '../deployment/env-file';

const TEMPLATE = 'deploy/.env.example';

/**
 * node libs/runtime/dist/cli/main.js [--file .env], at the root of the repository: makes the env file of a deployment
 * from deploy/.env.example, or gives an existing one the secrets that it lacks.
 *
 * - `--rotate <service>`: a new SECRETS_KEY, the old one beside it
 * - `--end-rotation <service>`: forgets the old one
 */
function main(): string {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', default: '.env' },
      rotate: { type: 'string' },
      'end-rotation': { type: 'string' },
    },
  });
  const { file, rotate, 'end-rotation': end } = values;
  const current = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (rotate) {
    write(file, rotateSecretsKey(current ?? '', rotate, randomBytes));
    return `${rotate} has a new SECRETS_KEY in ${file}`;
  }
  if (end) {
    write(file, endRotation(current ?? '', end));
    return `the old SECRETS_KEY of ${end} is gone from ${file}`;
  }
  const { text, added } = completeEnv(readFileSync(TEMPLATE, 'utf8'), current, randomBytes);
  if (added.length === 0) return `${file} has every secret`;
  write(file, text);
  return `${added.length} secrets were written to ${file}: keep a copy of it where it is safe`;
}

/** Whole or not at all: this may be the only copy of the keys. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

try {
  process.stdout.write(`${main()}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
