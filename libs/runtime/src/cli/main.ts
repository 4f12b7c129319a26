import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outsideConsumersIn, SERVICE_NAMES, withOutsideConsumers } from '@plaudit/contracts';
import { completeEnv, endRotation, rotateSecretsKey } from '../deployment/env-file';
import { strangersIn, systemdFiles } from '../deployment/systemd-files';

const TEMPLATE = 'deploy/.env.example';
const SYSTEMD_TEMPLATE = 'deploy/systemd/plaudit.env.example';
const NATS_USERS = 'deploy/nats/users.conf';

/**
 * `node libs/runtime/dist/cli/main.js [--file .env]`, run at the root of the repository, creates the env file of a
 * deployment from deploy/.env.example, or adds missing secrets to an existing one.
 *
 * - `--systemd /etc/plaudit` does this with plaudit.env in that folder, and then writes one env file for each service and
 *   users.conf of NATS there. users.conf keeps its outside consumers
 * - `--rotate <service>` generates a new SECRETS_KEY and keeps the old one beside it
 * - `--end-rotation <service>` removes the old one
 */
function main(): string {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      systemd: { type: 'string' },
      rotate: { type: 'string' },
      'end-rotation': { type: 'string' },
    },
  });
  const { systemd, rotate, 'end-rotation': end } = values;
  if (systemd !== undefined && values.file !== undefined)
    throw new Error('Use --file or --systemd, not both.');
  // The user of nats-server reads users.conf there.
  if (systemd !== undefined && mkdirSync(systemd, { recursive: true })) chmodSync(systemd, 0o755);
  const file = systemd === undefined ? (values.file ?? '.env') : join(systemd, 'plaudit.env');
  const template = systemd === undefined ? TEMPLATE : SYSTEMD_TEMPLATE;
  const done = [changeEnv({ file, template, rotate, end })];
  if (systemd !== undefined) done.push(...writeSystemdFiles(systemd, readFileSync(file, 'utf8')));
  return done.join('\n');
}

interface EnvChange {
  file: string;
  template: string;
  rotate: string | undefined;
  end: string | undefined;
}

/** Changes the file with all secrets. Returns what was done. */
function changeEnv({ file, template, rotate, end }: EnvChange): string {
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
    { template: readFileSync(template, 'utf8'), services: SERVICE_NAMES },
    current,
    randomBytes,
  );
  if (added.length === 0) return `${file} has every secret.`;
  write(file, text);
  return `Wrote ${added.length} secrets to ${file}. Keep a copy of the file in a safe place.`;
}

/** Writes the files that follow from plaudit.env. Returns what was done. */
function writeSystemdFiles(folder: string, plaudit: string): string[] {
  const files = systemdFiles(plaudit, SERVICE_NAMES);
  for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
  const users = join(folder, 'users.conf');
  const outside = existsSync(users) ? outsideConsumersIn(readFileSync(users, 'utf8')) : [];
  // It has permissions and hashes only, and the user of nats-server reads it.
  write(users, withOutsideConsumers(readFileSync(NATS_USERS, 'utf8'), outside), 0o644);
  return [
    `Wrote users.conf and ${Object.keys(files).length} env files to ${folder}.`,
    ...strangersIn(folder, Object.keys(files)).map((name) => `${name} is not used by this release.`),
  ];
}

/** Replaces the file in one step, because it may be the only copy of the keys. Its mode does not depend on the umask. */
function write(file: string, text: string, mode = 0o600): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
}

try {
  process.stdout.write(`${main()}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
