import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePort } from './free-port';

/** Linux assigns ports from this one upwards by itself, unless configured otherwise. */
const MIN_BY_CHANCE = 32_768;

describe('freePort', () => {
  it('returns a port that can be bound and that outgoing connections do not use', async () => {
    for (let round = 0; round < 20; round += 1) {
      const port = await freePort();
      expect(port).toBeLessThan(MIN_BY_CHANCE);
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
