import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

import { EmbeddedError } from './embedded.error';

/**
 * The range lies below the ports that the kernel assigns to outgoing connections and to port 0 (from 32768, see ip(7)),
 * and above most well-known ports.
 */
const LOWEST = 20_000;
const HIGHEST = 32_767;
const ATTEMPTS = 50;

/**
 * Returns a port of 127.0.0.1 that was free at the time of the call. Outgoing connections do not use it, so a server finds
 * it free again after a crash. Another process may bind it first; the caller must then ask for another one.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedError(`Found no free port between ${LOWEST} and ${HIGHEST} after ${ATTEMPTS} attempts.`);
}

/** Returns whether a server could listen on this port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
