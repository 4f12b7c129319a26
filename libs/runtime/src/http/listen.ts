import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The name of the setting that has the port. */
export type PortSetting = 'PORT' | 'METRICS_PORT';

/** Opens the port; `port` 0 takes any free one. Throws with a readable reason, which names the setting to change. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  setting: PortSetting,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const reason = reasonOf(error, setting);
      reject(new Error(`cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      resolve();
    });
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException, setting: PortSetting): string {
  if (code === 'EADDRINUSE') return `the port is in use; stop the other program or set ${setting}`;
  if (code === 'EACCES') return `this port needs privileges; set ${setting} to one above 1023`;
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address; set HOST to one that it has';
  if (code === 'ENOTFOUND') return 'the host has no address; set HOST to an address of this machine';
  return message;
}

/** Returns a URL at which this machine reaches the server. */
export function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
