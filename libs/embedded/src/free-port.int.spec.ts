import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePort } from './free-port';

/** Linux hands out this one and higher ones by itself, unless it was told otherwise. */
const MIN_BY_CHANCE = 32_768;

describe('a free port', () => {
  it('can be bound, and is one that no outgoing connection gets by chance', async () => {
    for (let round = 0; round < 20; round += 1) {
      const port = await freePort();
      expect(port).toBeLessThan(MIN_BY_CHANCE);
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
