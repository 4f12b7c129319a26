import { resolve } from 'node:path';
import { connectionOptions, type NatsAccess } from '@plaudit/events';

/** The part of the options of `connect()` in the nats client that says where and as whom. */
export interface NatsOptions {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  /** Absolute paths of PEM files. */
  tls?: { caFile?: string; certFile?: string; keyFile?: string };
}

/**
 * Returns the options for an access. The nats client does not read credentials from a URL. Returns undefined for an NKey and
 * a `.creds` file: their option of the nats client is a function, which a file of options cannot hold.
 */
export function natsOptions(access: NatsAccess): NatsOptions | undefined {
  if (access.nkeySeedFile || access.creds) return undefined;
  const [tlsCa, tlsCert, tlsKey] = [access.tlsCa, access.tlsCert, access.tlsKey].map(
    (path) => path && resolve(path),
  );
  const options = connectionOptions({ ...access, tlsCa, tlsCert, tlsKey, service: 'endpoints' });
  const { servers, user, pass, token, tls } = options as NatsOptions;
  return {
    servers,
    ...(user ? { user, pass } : {}),
    ...(token ? { token } : {}),
    ...(tls ? { tls } : {}),
  };
}
