import type { ConnectionOptions } from 'nats';

/** Returns the connection options for a URL. nats.js does not read credentials from a URL. */
export function connectionOptions(natsUrl: string): ConnectionOptions {
  const { host, username, password } = new URL(natsUrl);
  const credentials = password ? { user: username, pass: password } : { token: username };
  return { servers: host, ...(username ? credentials : {}) };
}
