import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

import { EmbeddedError } from './embedded.error';

/**
 * Below the ports that the kernel hands out for outgoing connections and for port 0 (from 32768, see ip(7)), above most of
 * those that have a meaning.
 */
const LOWEST = 20_000;
const HIGHEST = 32_767;
const ATTEMPTS = 50;

/**
 * A port of 127.0.0.1 that was free a moment ago and that no connection takes by chance, so that a server finds it
 * free again after a crash. Somebody else may still ask for it: whoever binds it must be ready to ask again.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedError(`Found no free port between ${LOWEST} and ${HIGHEST} in ${ATTEMPTS} attempts.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
