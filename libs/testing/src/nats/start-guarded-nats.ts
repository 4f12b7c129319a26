import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type NatsHandle, startNats } from './start-nats';

export interface GuardedNats extends NatsHandle {
  /** Returns the URL for a user of `deploy/nats`. */
  urlOf(user: string): string;
}

const DEPLOYED = join(__dirname, '..', '..', '..', '..', 'deploy', 'nats');

/** Starts a nats-server with the accounts, users and permissions of `deploy/nats`. `edit` may change the text of the file. */
export async function startGuardedNats(
  edit: (text: string) => string = (text) => text,
): Promise<GuardedNats> {
  const nats = await startNats({ access: deployedAccess(edit) });
  return {
    ...nats,
    urlOf: (user) => `nats://${user}:${passwordOf(user)}@127.0.0.1:${nats.port}`,
  };
}

/** Returns the accounts of the file with their variables set. The server starts without an environment. */
function deployedAccess(edit: (text: string) => string): string {
  const server = edit(readFileSync(join(DEPLOYED, 'nats-server.conf'), 'utf8'));
  const users = readFileSync(join(DEPLOYED, 'users.conf'), 'utf8');
  const accounts = server
    .slice(server.indexOf('accounts {'))
    .replace('include "users.conf"', () => users)
    .replace(/^\s*#.*$/gm, '');
  const variables = [...accounts.matchAll(/\$([A-Z]+)_NATS_PASSWORD/g)].map(
    ([, user]) => `${user}_NATS_PASSWORD: ${passwordOf((user as string).toLowerCase())}`,
  );
  return [...new Set(variables), accounts].join('\n');
}

function passwordOf(user: string): string {
  return `password-of-${user}`;
}
