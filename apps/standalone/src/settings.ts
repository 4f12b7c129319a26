import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownValue, parseUrl } from '@plaudit/contracts';
import { type NatsAccess, natsAccess } from '@plaudit/events';
import { parseSecretsKey, type Settings } from '@plaudit/runtime';

/** The settings of standalone itself. All other settings are passed to the services unchanged. */
export interface StandaloneSettings {
  /** An absolute path. */
  dataDir: string;
  /** An absolute path: where a start as root creates the embedded Postgres. Undefined: below /var/lib/plaudit. */
  postgresDir: string | undefined;
  /** The administrator's URL of an external Postgres. Null starts the embedded one. */
  databaseUrl: string | null;
  /** The administrator's URL without the pooler, if `databaseUrl` leads to one. */
  directDatabaseUrl: string | null;
  /** How to reach an external NATS. Null starts a private nats-server. */
  nats: NatsAccess | null;
  /** The port of the private nats-server. Undefined: the one of the last start. */
  natsPort: number | undefined;
  secretsKey: string;
  port: string;
  host: string;
  publicUrl: string;
  eventsMaxBytes: number | undefined;
}

const DEFAULT_PORT = '8080';
const MAX_PORT = 65_535;
const DEFAULT_DATA_DIR = '.data';

/** Returns the absolute path of DATA_DIR. */
export function dataDirOf(env: Settings): string {
  return resolve(env.DATA_DIR || DEFAULT_DATA_DIR);
}

/** Reads the environment. Creates DATA_DIR and, if SECRETS_KEY is unset, the secrets key in it. */
export function readSettings(env: Settings): StandaloneSettings {
  const dataDir = dataDirOf(env);
  ensureWritable(dataDir);
  const port = env.PORT || DEFAULT_PORT;
  const databaseUrl = postgresUrl('DATABASE_URL', env.DATABASE_ADMIN_URL || env.DATABASE_URL);
  if (!databaseUrl) refuseOwn('Postgres', 'DATABASE_URL', DATABASE_SETTINGS, env);
  return {
    dataDir,
    postgresDir: env.POSTGRES_DIR ? resolve(env.POSTGRES_DIR) : undefined,
    databaseUrl,
    directDatabaseUrl: postgresUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL),
    nats: externalNats(env),
    natsPort: portOf('NATS_PORT', env.NATS_PORT),
    secretsKey: env.SECRETS_KEY ? secretsKeyOf('SECRETS_KEY', env.SECRETS_KEY) : keptSecretsKey(dataDir),
    port,
    host: env.HOST || '127.0.0.1',
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    eventsMaxBytes: positiveInteger('EVENTS_MAX_BYTES', env.EVENTS_MAX_BYTES),
  };
}

/** Without this file every stored token and webhook secret is lost, so it is kept beside the data that it protects. */
function keptSecretsKey(dataDir: string): string {
  const file = join(dataDir, 'secrets.key');
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return secretsKeyOf(`${file} (or set SECRETS_KEY)`, readFileSync(file, 'utf8').trim());
}

function secretsKeyOf(source: string, key: string): string {
  try {
    parseSecretsKey(key);
    return key;
  } catch (error) {
    throw new Error(`${source}: ${(error as Error).message}`, { cause: error });
  }
}

function ensureWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      `DATA_DIR is ${dataDir}, where this user cannot write (${code ?? message}); set DATA_DIR to a folder of this user`,
      { cause: error },
    );
  }
}

function postgresUrl(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (/^postgres(ql)?:$/.test(parseUrl(text)?.protocol ?? '')) return text;
  throw new Error(`${name} must be a URL such as postgres://user:password@host/database`);
}

/** Alone it would name another database than the embedded one, in which the services would migrate and not work. */
const DATABASE_SETTINGS = /^DATABASE_(DIRECT_URL|TLS_.*)$/;
const NATS_SETTINGS = /^NATS_(TLS_.*|NKEY_SEED_FILE|CREDS|JETSTREAM_DOMAIN|API_PREFIX)$/;

function externalNats(env: Settings): NatsAccess | null {
  if (env.NATS_URL) return natsAccess(env);
  refuseOwn('NATS', 'NATS_URL', NATS_SETTINGS, env);
  return null;
}

/** Refuses settings of an own server while its URL is unset, because the embedded one does not have what they describe. */
function refuseOwn(server: string, url: string, settings: RegExp, env: Settings): void {
  const given = Object.keys(env).find((name) => settings.test(name) && ownValue(env, name));
  if (given)
    throw new Error(
      `${given} is set, but ${url} is not; set ${url} to the address of your own ${server}, or unset ${given} for the embedded one`,
    );
}

function portOf(name: string, text: string | undefined): number | undefined {
  const port = positiveInteger(name, text);
  if (port === undefined || port <= MAX_PORT) return port;
  throw new Error(`${name} must be a port from 1 to ${MAX_PORT}, not "${text}"`);
}

function positiveInteger(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new Error(`${name} must be a positive integer, not "${text}"`);
}
