import { randomBytes } from 'node:crypto';
import { atLength, fakeOnly } from '@plaudit/testing';
import { type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { generateApiKey } from '../keys/api-key';
import { type Answer, tryKey } from './throttle.suite';

const FLOOD = atLength({ short: 1_000, long: 10_000 });
const LANES = 20;
/** A busy machine handles only about a hundred requests per second, and sometimes fewer. */
const FLOOD_TIMEOUT_MS = 600_000;

describe('a flood of wrong keys from one address', () => {
  let gateway: GatewayWorld;
  beforeAll(async () => {
    gateway = await startGatewayWorld({ THROTTLE_WRONG_KEYS: '5', TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  afterAll(() => gateway.close());
  // Tokens are refilled as time passes. A fake clock keeps the counts independent of how busy the machine is.
  beforeEach(() => fakeOnly('Date'));
  afterEach(() => jest.useRealTimers());

  const send = (key: string, address: string): Promise<Answer> =>
    tryKey(gateway.url, `Bearer ${key}`, address);

  it(
    'blocks no right key from other addresses, and no cached right key from the same address',
    async () => {
      expect(await send(gateway.apiKey, '203.0.113.2')).toMatchObject({ status: 200 });
      const others = await Promise.all(Array.from({ length: 10 }, async () => gateway.addKey()));
      const answers: Answer[] = [];
      const elsewhere: Answer[] = [];
      const flood = async (lane: number): Promise<void> => {
        for (let round = 0; round < FLOOD / LANES; round += 1)
          answers.push(await send(generateApiKey(randomBytes), '203.0.113.2'));
        // Still during the flood, because the first lane to end is ahead of all others.
        elsewhere.push(await send(others[lane % others.length]!, `203.0.113.${100 + lane}`));
      };
      await Promise.all(Array.from({ length: LANES }, (_, lane) => flood(lane)));
      expect(elsewhere.map(({ status }) => status)).toEqual(elsewhere.map(() => 200));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(FLOOD - 5);
      expect(await send(gateway.apiKey, '203.0.113.2')).toMatchObject({ status: 200 });
      expect(await send(await gateway.addKey(), '203.0.113.3')).toMatchObject({ status: 200 });
    },
    FLOOD_TIMEOUT_MS,
  );
});
