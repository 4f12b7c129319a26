import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { EmbeddedError } from '../embedded.error';
import { runningChild } from '../folder-lock';
import { within } from '../polling';
import { readAccess, readUsers, writeUsers } from './nats-access';

/** The nats-server of a DATA_DIR as a command sees it, running or not. */
export interface KeptNats {
  /** `127.0.0.1:<port>`, the address at every start. */
  address: string;
  /** The text of its list of users. */
  users: string;
}

const RELOAD_TIMEOUT_MS = 15_000;

/** Returns the nats-server of a DATA_DIR, or null if the product never started one there. */
export function findKeptNats(dataDir: string): KeptNats | null {
  const folder = join(resolve(dataDir), 'nats');
  const users = existsSync(folder) ? readUsers(folder) : null;
  const { port } = readAccess(folder);
  return users === null || port === null ? null : { address: `127.0.0.1:${port}`, users };
}

/**
 * Sets the further users of a DATA_DIR's nats-server. A running server reads them at once and keeps the connections of all
 * users that still exist. Returns whether a server runs. Throws {@link EmbeddedError} if the server refuses the users.
 */
export async function setNatsUsers(dataDir: string, more: string): Promise<boolean> {
  const folder = join(resolve(dataDir), 'nats');
  writeUsers(folder, readAccess(folder), more);
  const server = runningChild(folder, 'nats-server');
  if (server === null) return false;
  const log = join(folder, 'server.log');
  const { size } = statSync(log);
  const said = (): string => readFileSync(log).subarray(size).toString('utf8');
  process.kill(server.pid, 'SIGHUP');
  await within(RELOAD_TIMEOUT_MS, () => /(Reloaded|reload) server configuration/.test(said()));
  if (said().includes('Reloaded server configuration')) return true;
  throw new EmbeddedError(
    `nats-server did not load its users again. Its log says:\n${said().trim() || '(nothing)'}`,
  );
}
