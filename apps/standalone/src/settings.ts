import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSecretsKey, type Settings } from '@plaudit/runtime';

/** What standalone itself needs to know; everything else is the services' and passed on as it is. */
export interface StandaloneSettings {
  /** Absolute. */
  dataDir: string;
  /** An administrator's URL of an outside Postgres; null starts the embedded one. */
  databaseUrl: string | null;
  /** Null starts a private nats-server. */
  natsUrl: string | null;
  secretsKey: string;
  port: string;
  host: string;
  publicUrl: string;
  eventsMaxBytes: number | undefined;
}

const DEFAULT_PORT = '8080';
const DEFAULT_DATA_DIR = '.data';

/** Reads the environment; makes DATA_DIR, and in it the secrets key where none is given. */
export function readSettings(env: Settings): StandaloneSettings {
  const dataDir = resolve(env.DATA_DIR || DEFAULT_DATA_DIR);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const port = env.PORT || DEFAULT_PORT;
  return {
    dataDir,
    databaseUrl: urlOf('DATABASE_URL', env.DATABASE_ADMIN_URL || env.DATABASE_URL, /^postgres(ql)?:$/),
    natsUrl: urlOf('NATS_URL', env.NATS_URL, /^(nats|tls|wss?):$/),
    secretsKey: env.SECRETS_KEY || keptSecretsKey(dataDir),
    port,
    host: env.HOST || '127.0.0.1',
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    eventsMaxBytes: positiveInteger('EVENTS_MAX_BYTES', env.EVENTS_MAX_BYTES),
  };
}

/** Losing this file means losing every stored token and webhook secret, so it lives beside the data it protects. */
function keptSecretsKey(dataDir: string): string {
  const file = join(dataDir, 'secrets.key');
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  const key = readFileSync(file, 'utf8').trim();
  parseSecretsKey(key);
  return key;
}

function urlOf(name: string, text: string | undefined, protocols: RegExp): string | null {
  if (!text) return null;
  if (URL.canParse(text) && protocols.test(new URL(text).protocol)) return text;
  throw new Error(
    `${name} must be a URL such as ${name === 'NATS_URL' ? 'nats://host:4222' : 'postgres://user:password@host/database'}, not "${text}"`,
  );
}

function positiveInteger(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new Error(`${name} must be a positive integer, not "${text}"`);
}
