import { type Principal, type ServiceName, UNLIMITED } from '@plaudit/contracts';
import type { Cleanup } from './cleanup';
import { builtProgram, Program } from './program';
import type { Servers } from './servers';

/** Postgres connections per program, as in production. */
export const POOL = '5';
const TOKEN_SECONDS = 24 * 3_600;

/** Starts a program that prints its address. Returns the address. */
export async function startProgram(
  args: readonly string[],
  cleanup: Cleanup,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const program = await Program.start({ args, env, ready: /Listening on (http:\/\/[\d.:]+)/ });
  cleanup.defer(() => program.stop());
  return program.said;
}

/** Starts a service's built program as in production. Returns its address. */
export function startService(
  servers: Servers,
  name: ServiceName,
  cleanup: Cleanup,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const settings = { ...servers.settings(name), NODE_ENV: 'production', DATABASE_POOL: POOL, ...env };
  return startProgram([builtProgram(name)], cleanup, settings);
}

/** Returns the principal header that the gateway would send, for requests that go to a service directly. */
export async function tokenHeader(
  servers: Servers,
  subAccount: number,
  service: ServiceName = 'reviews',
): Promise<Record<string, string>> {
  const token = await servers.signer.sign(principalOf(subAccount), service, new Date(), TOKEN_SECONDS);
  return { 'x-plaudit-principal': token };
}

function principalOf(subAccount: number): Principal {
  return {
    account_id: 1,
    sub_account_id: subAccount,
    main: true,
    key_id: 1,
    role: 'admin',
    scopes: ['reviews:read', 'reviews:write', 'reports:read', 'invites:read', 'invites:write', 'ai:read'],
    limits: UNLIMITED,
  };
}
