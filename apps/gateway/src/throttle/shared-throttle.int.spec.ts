import { NatsLink, PeerNotifier } from '@plaudit/events';
import { eventually, startNats, type NatsHandle } from '@plaudit/testing';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';

const BURST = 20;

/** Doubles: the services behind the gateway. Oracle: the answers that were let through. */
describe('two gateways', () => {
  let nats: NatsHandle;
  let gateway: GatewayWorld;
  let other: RunningServices;
  let urls: string[];

  beforeEach(async () => {
    nats = await startNats();
    // One token in 1000 s: nothing comes back while a test runs.
    gateway = await startGatewayWorld({
      NATS_URL: nats.url,
      THROTTLE_BURST: String(BURST),
      THROTTLE_RATE: '0.001',
    });
    other = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
    urls = [gateway.url, other.url('gateway')];
  });
  afterEach(async () => {
    await other.close();
    await gateway.close();
    await nats.stop();
  });

  async function hello(url: string, apiKey: string): Promise<number> {
    return (await fetch(`${url}/public/v1/hello`, { headers: basic(apiKey) })).status;
  }

  /** What a gateway says is left to a key, in the answer to a request that costs nothing. */
  async function left(url: string, apiKey: string): Promise<number> {
    const { headers } = await fetch(`${url}/public/v1/mcp`, { headers: basic(apiKey) });
    return Number(headers.get('ratelimit-remaining'));
  }

  function leftBecomes(url: string, apiKey: string, tokens: number, timeoutMs = 30_000): Promise<number> {
    const awaited = `${tokens} tokens to be left at ${url}`;
    return eventually(
      () => left(url, apiKey),
      (seen) => seen === tokens,
      awaited,
      { timeoutMs },
    );
  }

  /** Until `hearer` hears what is spent at `teller`: before both have found NATS nothing is told. */
  async function hears(hearer: string, teller: string): Promise<void> {
    const tellAgain = async (): Promise<number> => {
      const apiKey = await gateway.addKey();
      await hello(teller, apiKey);
      return leftBecomes(hearer, apiKey, BURST - 1, 1_000);
    };
    await eventually(tellAgain, () => true, 'one gateway to hear of the other');
  }

  it('share the limit of a key', async () => {
    const [one, other] = urls as [string, string];
    await hears(one, other);
    await hears(other, one);
    const apiKey = await gateway.addKey();
    for (let spent = 1; spent <= BURST; spent += 1) {
      const [asked, hearer] = spent % 2 ? [one, other] : [other, one];
      expect(await hello(asked, apiKey)).toBe(200);
      await leftBecomes(hearer, apiKey, BURST - spent);
    }
    for (const url of urls) expect(await hello(url, apiKey)).toBe(429);
    // Another key has its own.
    const anotherKey = await gateway.addKey();
    expect(await hello(other, anotherKey)).toBe(200);
    expect(await left(other, anotherKey)).toBe(BURST - 1);
  });

  it('give a client that stays with one of them the whole of it', async () => {
    const apiKey = await gateway.addKey();
    for (let round = 0; round < BURST; round += 1) expect(await hello(urls[0]!, apiKey)).toBe(200);
  });

  describe('of which a third one hears', () => {
    let link: NatsLink;
    afterEach(() => link.close());

    it('tell nothing of requests that cost nothing', async () => {
      link = new NatsLink({ url: nats.url, service: 'gateway' });
      const heard: [key: number, tokens: number][] = [];
      new PeerNotifier(link).subscribe((message) =>
        heard.push(...(message as { spent: typeof heard }).spent),
      );
      link.open();
      await link.waitUntilConnected(10_000);
      await link.connection!.flush();
      // Before the gateway has found NATS it tells nothing at all.
      await hears(urls[1]!, urls[0]!);
      const [free, charged] = [await gateway.addKey(), await gateway.addKey()];
      // A tool call is charged as the request that it makes; this is none, and is refused for that.
      await fetch(`${gateway.url}/public/v1/mcp`, { headers: basic(free) });
      await hello(gateway.url, charged);
      const rows = await gateway.world.admin.query<{ id: number }>(
        'select id from gateway.keys order by id desc limit 2',
      );
      const [chargedId, freeId] = rows.map(({ id }) => id);
      await eventually(
        () => heard,
        () => heard.some(([key]) => key === chargedId),
        'what was spent',
      );
      expect(heard.filter(([key]) => key === freeId || key === chargedId)).toEqual([[chargedId, 1]]);
    });
  });

  it('count each by itself while NATS is away', async () => {
    await nats.kill();
    const apiKey = await gateway.addKey();
    let passed = 0;
    // One after the other, until both refuse.
    for (let refused = 0, turn = 0; refused < 2; turn += 1) {
      const isPassed = (await hello(urls[turn % 2]!, apiKey)) === 200;
      if (isPassed) passed += 1;
      refused = isPassed ? 0 : refused + 1;
    }
    expect(passed).toBe(2 * BURST);
  });
});
