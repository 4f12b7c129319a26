import { readFileSync } from 'node:fs';

import type { Account } from '../child-process';
import { EmbeddedError } from '../embedded.error';

/**
 * The user of the server when this process is root, because Postgres refuses to run as root. It needs no entry in
 * /etc/passwd. The number is in a range that is assigned to no people, packages or systemd units and that a rootless
 * container maps.
 */
export const SERVER_ACCOUNT: Account = { uid: 60_777, gid: 60_777 };

/** Returns a named user for initdb, which unlike the server refuses a uid without a name. Its files change owner later. */
export function namedAccount(passwdFile = '/etc/passwd'): Account {
  const accounts = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && Number.isInteger(gid));
  const chosen = accounts.find(({ name }) => name === 'nobody') ?? accounts[0];
  if (chosen === undefined) {
    throw new EmbeddedError(
      `Postgres does not run as root and ${passwdFile} names no other user. Run as a normal user, or set DATABASE_URL.`,
    );
  }
  return { uid: chosen.uid, gid: chosen.gid };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
