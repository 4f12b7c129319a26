import { readdirSync } from 'node:fs';
import { ownValue, type ServiceName, urlVariable } from '@plaudit/contracts';
import { settingsIn } from './env-file';

const HEADER =
  '# Written by `npm run secrets -- --systemd`; edits are lost. Change plaudit.env and run it again.\n';
const FIRST_PORT = 3001;
const GATEWAY_PORT = 8080;
const FIRST_METRICS_PORT = 9471;

/** Where the servers are. They become parts of the URLs of every file. */
const ADDRESSES = ['POSTGRES_ADDRESS', 'POSTGRES_DATABASE', 'POSTGRES_USER', 'NATS_ADDRESSES'];
/** Secrets in plaudit.env. Only the files that need one have it. */
const SECRET = /_(PASSWORD|SECRETS_KEY|SECRETS_KEY_PREVIOUS)$/;
/** Settings that only the gateway reads, and that are secrets or name the first user. */
const BOOTSTRAP = /^BOOTSTRAP_/;

type Settings = Readonly<Record<string, string>>;

/**
 * Returns the env files of a machine with systemd by their names: one for each service with its own secrets only, and those of
 * the two steps `provision` and `operator` and of `nats`. `plaudit` is the text of plaudit.env, which has everything.
 * Throws if an address is missing.
 */
export function systemdFiles(plaudit: string, services: readonly ServiceName[]): Record<string, string> {
  const given = settingsIn(plaudit);
  for (const name of ADDRESSES)
    if (!ownValue(given, name)) throw new Error(`${name} must be set in plaudit.env.`);
  const admin = {
    DATABASE_ADMIN_URL: databaseUrl(given, given['POSTGRES_USER'] as string, given['POSTGRES_PASSWORD']),
  };
  const passwords = (suffix: string): Settings =>
    Object.fromEntries(services.map((service) => pair(given, `${service.toUpperCase()}_${suffix}`)));
  const files: Record<string, Settings> = {
    provision: { ...sharedBy(given), ...admin, ...passwords('DATABASE_PASSWORD') },
    operator: { ...sharedBy(given), ...admin, NATS_URL: natsUrl(given, 'admin') },
    nats: { ADMIN_NATS_PASSWORD: given['ADMIN_NATS_PASSWORD'] ?? '', ...passwords('NATS_PASSWORD') },
  };
  services.forEach((service, index) => {
    files[service] = { ...sharedBy(given), ...ownSettings(given, services, index) };
  });
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [`${name}.env`, textOf(file)]));
}

/** Returns the names of other env files in a folder that this release does not write, such as that of a removed service. */
export function strangersIn(folder: string, written: readonly string[]): string[] {
  const kept = ['plaudit.env', ...written];
  return readdirSync(folder).filter(
    (file) => file.endsWith('.env') && !file.endsWith('.local.env') && !kept.includes(file),
  );
}

function ownSettings(given: Settings, services: readonly ServiceName[], index: number): Settings {
  const service = services[index] as ServiceName;
  const name = service.toUpperCase();
  return {
    NODE_ENV: 'production',
    ...Object.fromEntries(
      services.map((other, at) => [
        urlVariable(other),
        given[urlVariable(other)] || `http://${reachable(given)}:${portOf(other, at)}`,
      ]),
    ),
    PORT: String(portOf(service, index)),
    METRICS_PORT: String(FIRST_METRICS_PORT + index),
    DATABASE_URL: databaseUrl(given, `plaudit_${service}`, given[`${name}_DATABASE_PASSWORD`]),
    NATS_URL: natsUrl(given, service),
    SECRETS_KEY: given[`${name}_SECRETS_KEY`] ?? '',
    SECRETS_KEY_PREVIOUS: given[`${name}_SECRETS_KEY_PREVIOUS`] ?? '',
    ...(service === 'gateway' ? pick(given, (setting) => BOOTSTRAP.test(setting)) : {}),
  };
}

/** Returns what every file has: the settings of plaudit.env that are neither secrets nor addresses. */
function sharedBy(given: Settings): Settings {
  return pick(
    given,
    (name) =>
      !SECRET.test(name) &&
      !BOOTSTRAP.test(name) &&
      !ADDRESSES.includes(name) &&
      ownValue(given, name) !== '',
  );
}

function pick(given: Settings, isWanted: (name: string) => boolean): Settings {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isWanted(name)));
}

function pair(given: Settings, name: string): [string, string] {
  return [name, ownValue(given, name) ?? ''];
}

function portOf(service: ServiceName, index: number): number {
  return service === 'gateway' ? GATEWAY_PORT : FIRST_PORT + index;
}

/** A service that listens on all addresses is reached on this machine. */
function reachable({ HOST = '127.0.0.1' }: Settings): string {
  return HOST === '0.0.0.0' ? '127.0.0.1' : HOST;
}

function databaseUrl(given: Settings, user: string, password = ''): string {
  return `postgres://${user}:${password}@${given['POSTGRES_ADDRESS']}/${given['POSTGRES_DATABASE']}`;
}

function natsUrl(given: Settings, user: string): string {
  const login = `${user}:${given[`${user.toUpperCase()}_NATS_PASSWORD`] ?? ''}`;
  const servers = (given['NATS_ADDRESSES'] as string).split(',');
  return servers.map((server) => `nats://${login}@${server.trim()}`).join(',');
}

function textOf(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  return `${HEADER}${lines.join('')}`;
}
