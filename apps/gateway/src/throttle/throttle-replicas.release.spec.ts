import { eventually } from '@plaudit/testing';
import { NatsLink, PeerNotifier } from '@plaudit/events';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';

const BURST = 20;

describe('the key throttle of two gateway replicas', () => {
  let gateway: GatewayWorld;
  let other: RunningServices;
  let urls: string[];

  beforeEach(async () => {
    // One token in 1000 s, so that no token is refilled while a test runs.
    gateway = await startGatewayWorld(
      { THROTTLE_BURST: String(BURST), THROTTLE_RATE: '0.001' },
      { nats: true },
    );
    other = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
    urls = [gateway.url, other.url('gateway')];
  });
  afterEach(async () => {
    await other.close();
    await gateway.close();
  });

  async function hello(url: string, apiKey: string): Promise<number> {
    return (await fetch(`${url}/public/v1/hello`, { headers: basic(apiKey) })).status;
  }

  /** Returns the remaining tokens of a key at a gateway, read from the response to a request that costs nothing. */
  async function remaining(url: string, apiKey: string): Promise<number> {
    const { headers } = await fetch(`${url}/public/v1/mcp`, { headers: basic(apiKey) });
    return Number(headers.get('ratelimit-remaining'));
  }

  function remainingBecomes(
    url: string,
    apiKey: string,
    tokens: number,
    timeoutMs = 30_000,
  ): Promise<number> {
    const awaited = `${tokens} tokens to remain at ${url}`;
    return eventually(
      () => remaining(url, apiKey),
      (seen) => seen === tokens,
      awaited,
      { timeoutMs },
    );
  }

  /** Waits until `receiver` learns of tokens spent at `sender`. Nothing is published until both are connected to NATS. */
  async function connected(receiver: string, sender: string): Promise<void> {
    const spendOne = async (): Promise<number> => {
      const apiKey = await gateway.addKey();
      await hello(sender, apiKey);
      return remainingBecomes(receiver, apiKey, BURST - 1, 1_000);
    };
    await eventually(spendOne, () => true, 'one gateway to learn of spending at the other');
  }

  it('shares the limit of a key', async () => {
    const [one, other] = urls as [string, string];
    await connected(one, other);
    await connected(other, one);
    const apiKey = await gateway.addKey();
    for (let spent = 1; spent <= BURST; spent += 1) {
      const [spender, receiver] = spent % 2 ? [one, other] : [other, one];
      expect(await hello(spender, apiKey)).toBe(200);
      await remainingBecomes(receiver, apiKey, BURST - spent);
    }
    for (const url of urls) expect(await hello(url, apiKey)).toBe(429);
    // Another key has its own limit.
    const anotherKey = await gateway.addKey();
    expect(await hello(other, anotherKey)).toBe(200);
    expect(await remaining(other, anotherKey)).toBe(BURST - 1);
  });

  it('shares the limit of an account', async () => {
    const [one, other] = urls as [string, string];
    await connected(other, one);
    const keys = await Promise.all(Array.from({ length: 20 }, () => gateway.addKey()));
    // The keys may send 400 requests, as many as the account, but some tokens of it were spent on connecting.
    const sent = keys.flatMap((key) => Array.from({ length: BURST }, () => hello(one, key)));
    expect((await Promise.all(sent)).filter((status) => status === 429).length).toBeGreaterThan(0);
    const late = await gateway.addKey();
    await eventually(
      () => remaining(other, late),
      (seen) => seen === 0,
      'the other gateway to learn that the account has no tokens left',
    );
    expect(await hello(other, late)).toBe(429);
  });

  it('allows a client that uses only one replica the whole limit', async () => {
    const apiKey = await gateway.addKey();
    for (let round = 0; round < BURST; round += 1) expect(await hello(urls[0]!, apiKey)).toBe(200);
  });

  describe('as seen by a third replica', () => {
    let link: NatsLink;
    afterEach(() => link.close());

    it('publishes nothing for requests that cost nothing', async () => {
      link = new NatsLink({ url: gateway.world.natsUrl, service: 'gateway' });
      const received: [key: number, tokens: number][] = [];
      new PeerNotifier(link).subscribe((message) =>
        received.push(...(message as { spent: typeof received }).spent),
      );
      link.open();
      await link.waitUntilConnected(10_000);
      await link.connection!.flush();
      // The gateway publishes nothing until it is connected to NATS.
      await connected(urls[1]!, urls[0]!);
      const [free, charged] = [await gateway.addKey(), await gateway.addKey()];
      // This GET to the MCP endpoint is refused and makes no API request, so it costs nothing.
      await fetch(`${gateway.url}/public/v1/mcp`, { headers: basic(free) });
      await hello(gateway.url, charged);
      const rows = await gateway.world.admin.query<{ id: number }>(
        'select id from gateway.keys order by id desc limit 2',
      );
      const [chargedId, freeId] = rows.map(({ id }) => id);
      await eventually(
        () => received,
        () => received.some(([key]) => key === chargedId),
        'the spent tokens',
      );
      expect(received.filter(([key]) => key === freeId || key === chargedId)).toEqual([[chargedId, 1]]);
    });
  });

  it('counts in each replica separately while NATS is down', async () => {
    await gateway.world.nats.kill();
    const apiKey = await gateway.addKey();
    let passed = 0;
    // Sends to the replicas in turn, until both refuse.
    for (let refused = 0, turn = 0; refused < 2; turn += 1) {
      const isPassed = (await hello(urls[turn % 2]!, apiKey)) === 200;
      if (isPassed) passed += 1;
      refused = isPassed ? 0 : refused + 1;
    }
    expect(passed).toBe(2 * BURST);
  });
});
