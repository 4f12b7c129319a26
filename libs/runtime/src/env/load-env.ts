import { ownValue, parseUrl } from '@plaudit/contracts';
import { resolveSettings } from '@plaudit/database';
import { natsProblems } from '@plaudit/events';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { ServiceEnv } from './service-env';

export type Settings = Readonly<Record<string, string | undefined>>;

/** Thrown if a service's environment is not valid. The message lists every problem. */
export class EnvError extends Error {
  constructor(
    service: string,
    readonly problems: readonly string[],
  ) {
    super(
      `${service} cannot start, its environment is wrong:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
    this.name = 'EnvError';
  }
}

/** Returns the settings that have a value. An empty variable counts as unset. */
export function givenSettings(settings: Settings): Record<string, string> {
  const given = Object.entries(settings).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(given);
}

/**
 * Reads and validates a service's settings and drops all others. Reads the secrets that are in files, and puts the settings of
 * TLS into the URLs of Postgres. Throws {@link EnvError} with all problems.
 */
export function loadEnv<E extends ServiceEnv>(service: string, env: new () => E, settings: Settings): E {
  const resolved = resolveSettings(givenSettings(settings));
  const given = givenSettings(resolved.settings);
  const loaded = plainToInstance(env, given, { exposeDefaultValues: true });
  const problems = validateSync(loaded, { whitelist: true }).flatMap(({ property, constraints }) => {
    // Decorators apply from the bottom up. The topmost one, which names the type, is therefore the last.
    const reason = Object.values(constraints ?? {}).at(-1);
    if (ownValue(given, property) !== undefined) return [String(reason)];
    // The problem of its file is the reason then.
    return settings[`${property}_FILE`] ? [] : [`${property} is not set: ${reason}`];
  });
  problems.push(
    ...resolved.problems,
    ...loopbackProblems(loaded),
    ...pagesProblems(loaded),
    ...natsProblems(loaded),
    ...loaded.problems(),
  );
  if (problems.length > 0) throw new EnvError(service, problems);
  return loaded;
}

/**
 * Returns what is wrong with ALLOW_LOOPBACK. With it, every client that can add a channel or a webhook reaches the servers of
 * this machine. So HOST and PUBLIC_URL must be loopback addresses.
 */
function loopbackProblems({ ALLOW_LOOPBACK, NODE_ENV, HOST, PUBLIC_URL }: ServiceEnv): string[] {
  if (ALLOW_LOOPBACK !== true) return [];
  if (NODE_ENV === 'production') return ['ALLOW_LOOPBACK must not be set when NODE_ENV is production'];
  const isOpen = (setting: string, host: string): string[] =>
    isLoopbackHost(host)
      ? []
      : [
          `ALLOW_LOOPBACK must not be set while ${setting} is ${host}, which others can reach; use 127.0.0.1 or localhost, or unset ALLOW_LOOPBACK and name single servers in OUTBOUND_ALLOW_HOSTS`,
        ];
  const publicHost = parseUrl(PUBLIC_URL)?.hostname ?? 'localhost';
  return [...isOpen('HOST', HOST), ...isOpen('the host of PUBLIC_URL', publicHost)];
}

/** Browsers send the cookies of a host to all its ports, so pages on another port would share the session of the dashboard. */
function pagesProblems({ PUBLIC_URL, PUBLIC_PAGES_URL }: ServiceEnv): string[] {
  const [own, pages] = [parseUrl(PUBLIC_URL), parseUrl(PUBLIC_PAGES_URL ?? '')];
  if (!own || !pages || own.origin === pages.origin || own.hostname !== pages.hostname) return [];
  return [
    `PUBLIC_PAGES_URL must have another host name than PUBLIC_URL (${own.hostname}), because browsers send cookies to every port of a host; set it to a second host name, or to the same origin as PUBLIC_URL to share it`,
  ];
}

/** Text that is no host counts as reachable. "localhost" is the only name that counts as this machine. */
function isLoopbackHost(host: string): boolean {
  return /^(localhost|\[?::1\]?|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.test(host);
}

const SECRET_NAME = /EMAIL|HEADERS|KEY|PASSWORD|SECRET|TOKEN|(DATABASE(_DIRECT)?|NATS|SMTP)_URL/;
/** A URL with a password has an @, and so has an email address. */
const PRIVATE_VALUE = /@/;

/** Returns the effective settings for the log. Secrets, addresses and public keys appear as "set" or "unset". */
export function printableEnv(env: ServiceEnv): Record<string, unknown> {
  const declared = getMetadataStorage().getTargetValidationMetadatas(env.constructor, '', false, false);
  const names = new Set(declared.map(({ propertyName }) => propertyName as keyof ServiceEnv));
  return Object.fromEntries([...names].sort().map((name) => [name, printable(name, env[name])]));
}

function printable(name: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (SECRET_NAME.test(name) || PRIVATE_VALUE.test(String(value))) return value ? 'set' : 'unset';
  return value ?? 'unset';
}
