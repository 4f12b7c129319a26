import { parseUrl } from '@plaudit/contracts';
import { fileProblem, pemProblem } from '@plaudit/database';
import { nkeys } from 'nats';

/** The variables that say how to reach NATS. Services, commands and standalone read the same ones. */
export interface NatsVariables {
  readonly NATS_URL?: string;
  readonly NATS_TLS_CA?: string;
  readonly NATS_TLS_CERT?: string;
  readonly NATS_TLS_KEY?: string;
  readonly NATS_NKEY_SEED_FILE?: string;
  readonly NATS_CREDS?: string;
  readonly NATS_JETSTREAM_DOMAIN?: string;
  readonly NATS_API_PREFIX?: string;
}

/** How to reach NATS. Paths are checked at the start, but read at each connect, so that renewed files are used. */
export interface NatsAccess {
  /** One or more servers, comma separated; `nats://user:password@host:4222`, `nats://token@host:4222`, `tls://…`. */
  url: string;
  token?: string;
  user?: string;
  password?: string;
  /** Paths of PEM files. Any of them turns TLS on. */
  tlsCa?: string;
  tlsCert?: string;
  tlsKey?: string;
  /** Path of a file with the seed of a user's NKey. It replaces the credentials of the URL. */
  nkeySeedFile?: string;
  /** Path of a `.creds` file with a user's JWT and seed. It replaces the credentials of the URL. */
  creds?: string;
  /** The domain of a JetStream that is reached through a leaf node. */
  domain?: string;
  /** The prefix of a JetStream that another account exports. */
  apiPrefix?: string;
}

/** A URL stands for an access with nothing else. */
export type NatsServer = string | NatsAccess;

export function accessTo(server: NatsServer): NatsAccess {
  return typeof server === 'string' ? { url: server } : server;
}

/** Returns the access that the variables describe. An empty variable counts as unset. Throws with all problems. */
export function natsAccess(variables: NatsVariables): NatsAccess {
  const urlProblem = natsUrlProblem(variables.NATS_URL ?? '');
  const problems = [...(urlProblem ? [urlProblem] : []), ...natsProblems(variables)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return {
    url: variables.NATS_URL as string,
    tlsCa: variables.NATS_TLS_CA || undefined,
    tlsCert: variables.NATS_TLS_CERT || undefined,
    tlsKey: variables.NATS_TLS_KEY || undefined,
    nkeySeedFile: variables.NATS_NKEY_SEED_FILE || undefined,
    creds: variables.NATS_CREDS || undefined,
    domain: variables.NATS_JETSTREAM_DOMAIN || undefined,
    apiPrefix: variables.NATS_API_PREFIX || undefined,
  };
}

/** Returns what is wrong with the variables besides NATS_URL. Each problem names its variable. */
export function natsProblems(variables: NatsVariables): string[] {
  const { NATS_TLS_CERT, NATS_TLS_KEY, NATS_NKEY_SEED_FILE, NATS_CREDS } = variables;
  const { NATS_JETSTREAM_DOMAIN: domain, NATS_API_PREFIX: prefix } = variables;
  const isPair = Boolean(NATS_TLS_CERT) === Boolean(NATS_TLS_KEY);
  const problems = [
    ...FILES.map((name) => fileProblem(name, variables[name], contentProblemOf(name))),
    isPair ? null : 'NATS_TLS_CERT and NATS_TLS_KEY belong together; set both',
    NATS_NKEY_SEED_FILE && NATS_CREDS
      ? 'NATS_NKEY_SEED_FILE and NATS_CREDS exclude each other; set one'
      : null,
    domain && prefix ? 'NATS_JETSTREAM_DOMAIN and NATS_API_PREFIX exclude each other; set one' : null,
    !domain || /^[^\s.*>]+$/.test(domain) ? null : 'NATS_JETSTREAM_DOMAIN must be one word such as hub',
    !prefix || PREFIX.test(prefix) ? null : 'NATS_API_PREFIX must be a subject such as plaudit.js',
  ];
  return problems.filter((problem) => problem !== null);
}

/** Returns what is wrong with the text of NATS_URL, or null. */
export function natsUrlProblem(text: string): string | null {
  const servers = text.split(',').map((server) => server.trim());
  if (servers.some((server) => /^wss?:/i.test(server)))
    return 'NATS_URL must begin with nats:// or tls://; nats.js for Node does not support WebSocket';
  if (!servers.every((server) => /^(nats|tls):\/\/./.test(server) && parseUrl(server)))
    return 'NATS_URL must be a URL such as nats://host:4222 or tls://host:4222, or several with commas';
  if (servers.every(hasDecodableCredentials)) return null;
  return 'The user and the password in NATS_URL must be percent-encoded; write % as %25';
}

function hasDecodableCredentials(server: string): boolean {
  const { username, password } = new URL(server);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const PREFIX = /^[^\s.*>]+(\.[^\s.*>]+)*$/;
const FILES = ['NATS_TLS_CA', 'NATS_TLS_CERT', 'NATS_TLS_KEY', 'NATS_NKEY_SEED_FILE', 'NATS_CREDS'] as const;

/** The message of a parser may quote a secret, so only the kind of content is named. */
const contentProblemOf =
  (name: (typeof FILES)[number]) =>
  (text: string): string | null => {
    if (name.startsWith('NATS_TLS_')) return pemProblem(text);
    if (name === 'NATS_NKEY_SEED_FILE')
      return isUserSeed(text.trim()) ? null : 'does not contain the seed of a user, which begins with SU';
    const seed = /-----BEGIN USER NKEY SEED-----\s+(\S+)\s+-+END/.exec(text)?.[1];
    const isComplete = /-----BEGIN NATS USER JWT-----\s+\S+\s+-+END/.test(text) && isUserSeed(seed ?? '');
    return isComplete ? null : 'is not a .creds file with a user JWT and its NKey seed';
  };

function isUserSeed(seed: string): boolean {
  try {
    return seed.startsWith('SU') && nkeys.fromSeed(Buffer.from(seed)).getPublicKey().startsWith('U');
  } catch {
    return false;
  }
}
