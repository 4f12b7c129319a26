import { readFileSync } from 'node:fs';
import {
  connect,
  type ConnectionOptions,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
} from 'nats';
import { withJetStreamOf } from './jetstream-api';
import type { NatsAccess } from './nats-access';

export interface NatsSettings extends NatsAccess {
  /** Names the connection and its inboxes. `_INBOX.<service>` is the only inbox its NATS user may subscribe to. */
  service: string;
}

const RECONNECT_MS = 500;
const RECONNECT_JITTER_MS = 100;
const FIRST_CONNECT_TIMEOUT_MS = 5_000;
/**
 * A server that stops responding is given up after three pings, in 4.5 s, so that a relay without NATS gives up its lead
 * within 10 s. The defaults of nats.js take six minutes.
 */
const PING_MS = 1_500;

/** Returns the options for nats.js, which does not read credentials from a URL by itself. */
export function connectionOptions(settings: NatsSettings): ConnectionOptions {
  const servers = settings.url.split(',').map((server) => new URL(server.trim()));
  const [first] = servers;
  if (!first) throw new Error('The NATS URL is empty.');
  return {
    servers: servers.map((server) => server.host),
    name: settings.service,
    inboxPrefix: `_INBOX.${settings.service}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    timeout: FIRST_CONNECT_TIMEOUT_MS,
    ...credentials(settings, first),
    ...tlsOptions(settings, first),
  };
}

function credentials(settings: NatsSettings, url: URL): Partial<ConnectionOptions> {
  const { creds, nkeySeedFile } = settings;
  if (creds) return { authenticator: credsAuthenticator(() => readFileSync(creds)) };
  if (nkeySeedFile) return { authenticator: nkeyAuthenticator(() => seedIn(nkeySeedFile)) };
  const user = settings.user ?? decodeURIComponent(url.username);
  const password = settings.password ?? decodeURIComponent(url.password);
  const token = settings.token ?? (user && !password ? user : undefined);
  return token ? { token } : user ? { user, pass: password } : {};
}

function seedIn(file: string): Uint8Array {
  return Buffer.from(readFileSync(file, 'utf8').trim());
}

function tlsOptions({ tlsCa, tlsCert, tlsKey }: NatsSettings, url: URL): Partial<ConnectionOptions> {
  if (url.protocol !== 'tls:' && !tlsCa && !tlsCert) return {};
  return {
    tls: {
      ...(tlsCa ? { caFile: tlsCa } : {}),
      ...(tlsCert ? { certFile: tlsCert, keyFile: tlsKey } : {}),
    },
  };
}

/** Connects once. Throws an error that names the server if that fails. For commands; services use NatsLink. */
export async function connectNats(settings: NatsSettings): Promise<NatsConnection> {
  const options = connectionOptions(settings);
  try {
    return withJetStreamOf(settings, await connect(options));
  } catch (error) {
    throw new Error(`Could not connect to NATS at ${String(options.servers)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Returns the promise's result. Throws an error with `message` if the promise takes longer than `ms`. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
