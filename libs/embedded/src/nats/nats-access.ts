import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What clients need to reach the server. It stays the same over restarts. */
export interface NatsAccess {
  /** Null before the first start. */
  port: number | null;
  password: string;
}

/** The user of the product itself. It may do everything. */
export const NATS_USER = 'plaudit';

const ACCESS_FILE = 'access.json';
const USERS_FILE = 'users.conf';

/** Reads the access that the folder keeps. Before the first start it has a new password and no port. */
export function readAccess(folder: string): NatsAccess {
  const file = join(folder, ACCESS_FILE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as NatsAccess;
  return { port: null, password: randomBytes(24).toString('base64url') };
}

export function writeAccess(folder: string, access: NatsAccess): void {
  replaceFile(join(folder, ACCESS_FILE), `${JSON.stringify(access)}\n`);
}

/** Returns the file that the configuration of the server includes, or null if the folder has none yet. */
export function readUsers(folder: string): string | null {
  const file = join(folder, USERS_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Writes the list of users: the product's own, and the entries of `more`. */
export function writeUsers(folder: string, access: NatsAccess, more: string): void {
  const own = `  { user: "${NATS_USER}", password: ${JSON.stringify(access.password)} }`;
  replaceFile(join(folder, USERS_FILE), ['users = [', own, more, ']', ''].join('\n'));
}

/** Replaces a file at once, so that a server that reloads never reads half of it. Only the owner can read it. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
