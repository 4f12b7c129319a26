import { randomBytes } from 'node:crypto';
import { type Role, urlVariable } from '@plaudit/contracts';
import { Chores, deriveKey, principalPublicKey } from '@plaudit/runtime';
import {
  administer,
  basicAuth,
  type FixtureServer,
  lendingService,
  runWhole,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { generateApiKey, hashApiKey, prefixOfApiKey } from './keys/api-key';
import { OAuthCleanupService } from './oauth/oauth-cleanup.service';
import { SIGNING_SEED_LABEL } from './authentication/principal-tokens.service';
import { UPSTREAM_NAMES, type UpstreamName } from './proxy/route-table';
import { gatewayService } from './service';
import { USER_MAILS } from './user-mails/due-mails.service';

/**
 * Settings for a gateway with a short upstream timeout. undici checks timeouts every half second, and counts only one
 * such tick for a process that stood still. 1,500 ms need four ticks, so a busy machine does not make a service that
 * responds seem late.
 */
export const IMPATIENT = { UPSTREAM_TIMEOUT_MS: '1500' };

/** A URL at which nothing listens, because binding port 1 needs privileges that no test has. */
export const NOBODY_URL = 'http://127.0.0.1:1';

/** A gateway world has no dashboard unless its settings name the folder of one. */
const NO_DASHBOARD = '/nowhere';

export interface KeyOverrides {
  role?: Role;
  accountManagement?: boolean;
  scopes?: string[];
  subAccountId?: number;
  /** A SQL expression, for example `now() - interval '1 second'`. */
  expiresOn?: string;
}

/** A gateway in front of fixture servers, one for each service, which respond with the service's name. */
export interface GatewayWorld {
  world: World;
  url: string;
  settings: Record<string, string>;
  publicKey: string;
  /** An admin key of the first account. */
  apiKey: string;
  upstreams: Record<UpstreamName, FixtureServer>;
  addKey(overrides?: KeyOverrides): Promise<string>;
  /** Sends the due mails to users at once, which the gateway does every 15 seconds. */
  sendMails(): Promise<void>;
  /** Announces the keys that have expired at once, which the gateway does every minute. */
  announceExpiries(): Promise<void>;
  /** Runs the hourly cleanup of OAuth as it will run at this time. */
  cleanUpApps(now: Date): Promise<void>;
  close(): Promise<void>;
}

const WITHOUT_LIMITS = {
  THROTTLE_BURST: '0',
  THROTTLE_WRONG_KEYS: '0',
  THROTTLE_ADDRESS_BURST: '0',
  THROTTLE_WIDGET_BURST: '0',
  MAX_IN_FLIGHT_PER_KEY: '0',
  MAX_IN_FLIGHT_PER_ACCOUNT: '0',
  MAX_IN_FLIGHT_PER_ADDRESS: '0',
};

/** Starts a gateway. Throttles and limits of requests in flight are off unless `overrides` sets them, and NATS runs only with `nats: true`. */
export async function startGatewayWorld(
  overrides: Record<string, string> = {},
  { nats = false }: { nats?: boolean } = {},
): Promise<GatewayWorld> {
  const secretsKey = randomBytes(32);
  const publicKey = principalPublicKey(deriveKey(secretsKey, SIGNING_SEED_LABEL));
  const apiKey = generateApiKey(randomBytes);
  const upstreams = await startUpstreams();
  const settings: Record<string, string> = {
    SECRETS_KEY: secretsKey.toString('base64'),
    PRINCIPAL_PUBLIC_KEYS: publicKey,
    BOOTSTRAP_API_KEY: apiKey,
    ...WITHOUT_LIMITS,
    // Nothing listens there, so no spec asks a name server of this machine.
    DNS_SERVERS: '127.0.0.1:1',
    DASHBOARD_DIR: NO_DASHBOARD,
    ...Object.fromEntries(UPSTREAM_NAMES.map((name) => [urlVariable(name), upstreams[name].url])),
    ...overrides,
  };
  const closeUpstreams = () => Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
  const { definition, borrow } = await lendingService(gatewayService, [OAuthCleanupService]);
  const world = await startWorld({ services: [{ definition, settings }], nats }).catch(
    async (error: unknown) => {
      await closeUpstreams();
      throw error;
    },
  );
  return {
    world,
    url: world.url('gateway'),
    settings: world.settings('gateway'),
    publicKey,
    apiKey,
    upstreams,
    addKey: (key = {}) => addKey(world, key),
    sendMails: () => borrow(Chores).run(USER_MAILS),
    announceExpiries: () => borrow(Chores).run('expired_keys'),
    cleanUpApps: (now) => runWhole(() => borrow(OAuthCleanupService).run(now)),
    close: async () => {
      await world.close();
      await closeUpstreams();
    },
  };
}

async function startUpstreams(): Promise<Record<UpstreamName, FixtureServer>> {
  const servers = await Promise.all(
    UPSTREAM_NAMES.map(
      async (name) => [name, await startFixtureServer(() => ({ body: { service: name } }))] as const,
    ),
  );
  return Object.fromEntries(servers) as Record<UpstreamName, FixtureServer>;
}

async function addKey(world: World, overrides: KeyOverrides): Promise<string> {
  const apiKey = generateApiKey(randomBytes);
  const {
    role = 'admin',
    accountManagement = false,
    scopes = [],
    subAccountId,
    expiresOn = 'null',
  } = overrides;
  await world.admin.query(
    `insert into gateway.keys
       (account_id, sub_account_id, name, prefix, hash, role, account_management, scopes, expires_on)
     select account_id, id, 'test', $1, $2, $3, $4, $5, ${expiresOn}
       from gateway.sub_accounts where id = coalesce($6, (select min(id) from gateway.sub_accounts))`,
    [prefixOfApiKey(apiKey), hashApiKey(apiKey), role, accountManagement, scopes, subAccountId ?? null],
  );
  return apiKey;
}

/** Returns text in the form of an access token. */
export function newAccessToken(): string {
  return randomBytes(33).toString('base64url');
}

/** Connects an app with the rights of such a key and returns its access token. */
export async function addAccessToken(gateway: GatewayWorld, overrides?: KeyOverrides): Promise<string> {
  const [key, token] = [await gateway.addKey(overrides), newAccessToken()];
  await gateway.world.admin.query(
    `with app as (
       update gateway.keys
       set oauth_grant_id = $2::text, oauth_client_id = 'app', oauth_registered = 'operator', oauth_host = ''
       where prefix = $1)
     insert into gateway.oauth_records (id, model, grant_id, payload, expires_on)
     values ($3, 'AccessToken', $2, '{"scope": "reviews:read"}', now() + interval '1 hour')`,
    [prefixOfApiKey(key), token, hashApiKey(token)],
  );
  return token;
}

/** Makes every statement on these tables wait until `work` is done. */
export async function whileLocked(
  { world }: GatewayWorld,
  tables: string,
  work: () => Promise<void>,
): Promise<void> {
  await administer(world.databaseUrl('gateway'), async (session) => {
    await session.query('begin');
    await session.query(`lock table ${tables} in access exclusive mode`);
    await work();
  });
}

/** Returns how many database sessions of the gateway wait for a locked table. */
export async function waitingSessions({ world }: GatewayWorld): Promise<number> {
  const rows = await world.admin.query(
    `select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and usename = 'plaudit_gateway' and datname = current_database()`,
  );
  return rows.length;
}

export { basicAuth as basic };
