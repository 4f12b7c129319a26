import { readFileSync } from 'node:fs';

import type { Account } from '../child-process';
import { EmbeddedError } from '../embedded.error';

/**
 * Who the server runs as when this process is root, which Postgres refuses. No entry in /etc/passwd is needed or made;
 * the number lies in a range that neither people, packages nor systemd are given, and that a rootless container maps.
 */
export const SERVER_ACCOUNT: Account = { uid: 60_777, gid: 60_777 };

/** initdb, unlike the server, refuses a uid without a name, so it borrows one and its files change hands after. */
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
