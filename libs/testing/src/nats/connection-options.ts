import type { ConnectionOptions } from 'nats';

/** Returns the connection options for a URL, or for several with commas. nats.js does not read credentials from a URL. */
export function connectionOptions(natsUrl: string): ConnectionOptions {
  const servers = natsUrl.split(',').map((server) => new URL(server));
  const { username, password } = servers[0] as URL;
  const credentials = password ? { user: username, pass: password } : { token: username };
  return { servers: servers.map(({ host }) => host), ...(username ? credentials : {}) };
}
