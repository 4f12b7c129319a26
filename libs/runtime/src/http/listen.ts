import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this port needs privileges',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host has no address',
};

/** Opens the port; `port` 0 takes any free one. Throws with a readable reason if it cannot. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const reason = REASONS[error.code ?? ''] ?? error.message;
      reject(new Error(`cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      resolve();
    });
  });
}

/** Returns a URL at which this machine reaches the server. */
export function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
