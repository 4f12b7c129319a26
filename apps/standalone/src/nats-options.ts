/** The part of the options of `connect()` in the nats client that says where and as whom. */
export interface NatsOptions {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  tls?: object;
}

/** Returns the options for one or more comma-separated URLs. The nats client does not read credentials from a URL. */
export function natsOptions(url: string): NatsOptions {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const { username, password, protocol } = servers[0] as URL;
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: servers.map(({ host }) => host),
    ...(user && pass ? { user, pass } : {}),
    ...(user && !pass ? { token: user } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}
