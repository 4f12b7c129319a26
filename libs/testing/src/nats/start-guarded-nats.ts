import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type OutsideConsumer, withOutsideConsumers } from '@plaudit/contracts';

import { type NatsHandle, startNats } from './start-nats';

export interface GuardedNats extends NatsHandle {
  /** Returns the URL for a user of `deploy/nats`. */
  urlOf(user: string): string;
  /** Changes the password of a user in the running server, as a new `users.conf` does. {@link urlOf} keeps the first one. */
  setPassword(user: string, password: string): Promise<void>;
}

const DEPLOYED = join(__dirname, '..', '..', '..', '..', 'deploy', 'nats');

/** Starts a nats-server with the accounts, users and permissions of `deploy/nats`, and with these outside consumers. */
export async function startGuardedNats(outside: readonly OutsideConsumer[] = []): Promise<GuardedNats> {
  const nats = await startNats({ access: deployedAccess(outside) });
  return {
    ...nats,
    urlOf: (user) => `nats://${user}:${passwordOf(user)}@127.0.0.1:${nats.port}`,
    setPassword: (user, password) => nats.replaceAccess(deployedAccess(outside, { [user]: password })),
  };
}

/** Returns the accounts of `deploy/nats` with their variables set. The server starts without an environment. */
export function deployedAccess(
  outside: readonly OutsideConsumer[] = [],
  changed: Readonly<Record<string, string>> = {},
): string {
  const server = readFileSync(join(DEPLOYED, 'nats-server.conf'), 'utf8');
  const users = withOutsideConsumers(readFileSync(join(DEPLOYED, 'users.conf'), 'utf8'), outside);
  const accounts = server
    .slice(server.indexOf('accounts {'))
    .replace('include "users.conf"', () => users)
    .replace(/^\s*#.*$/gm, '');
  const variables = [...accounts.matchAll(/\$([A-Z]+)_NATS_PASSWORD/g)].map(([, variable]) => {
    const user = (variable as string).toLowerCase();
    return `${variable}_NATS_PASSWORD: ${changed[user] ?? passwordOf(user)}`;
  });
  return [...new Set(variables), accounts].join('\n');
}

/** The password of a user of {@link deployedAccess}. */
export function passwordOf(user: string): string {
  return `password-of-${user}`;
}
