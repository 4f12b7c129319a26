import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { completeEnv, endRotation, rotateSecretsKey } from '../deployment/env-file';

const TEMPLATE = 'deploy/.env.example';

/**
 * `node libs/runtime/dist/cli/main.js [--file .env]`, run at the root of the repository, creates the env file of a
 * deployment from deploy/.env.example, or adds missing secrets to an existing one.
 *
 * - `--rotate <service>` generates a new SECRETS_KEY and keeps the old one beside it
 * - `--end-rotation <service>` removes the old one
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
    return `Wrote a new SECRETS_KEY of ${rotate} to ${file}.`;
  }
  if (end) {
    write(file, endRotation(current ?? '', end));
    return `Removed the old SECRETS_KEY of ${end} from ${file}.`;
  }
  const { text, added } = completeEnv(
    { template: readFileSync(TEMPLATE, 'utf8'), services: SERVICE_NAMES },
    current,
    randomBytes,
  );
  if (added.length === 0) return `${file} has every secret.`;
  write(file, text);
  return `Wrote ${added.length} secrets to ${file}. Keep a copy of the file in a safe place.`;
}

/** Replaces the file in one step, because it may be the only copy of the keys. */
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
