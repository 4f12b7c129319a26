import { NatsLink, Peers } from '@plaudit/events';
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
    // One token in 100 s: nothing comes back while a test runs.
    gateway = await startGatewayWorld({
      NATS_URL: nats.url,
      THROTTLE_BURST: String(BURST),
      THROTTLE_RATE: '0.01',
    });
    other = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
    urls = [gateway.url, other.url('gateway')];
  });
  afterEach(async () => {
    await other.close();
    await gateway.close();
    await nats.stop();
  });

  async function hello(url: string, apiKey: string): Promise<{ status: number; remaining: number }> {
    const { status, headers } = await fetch(`${url}/public/v1/hello`, { headers: basic(apiKey) });
    return { status, remaining: Number(headers.get('ratelimit-remaining')) };
  }

  /** Asks one gateway after the other, a token each time, until both refuse; returns how many were let through. */
  async function exhaust(apiKey: string, pauseMs: number): Promise<number> {
    let passed = 0;
    for (let refused = 0, turn = 0; refused < 2; turn += 1) {
      const { status } = await hello(urls[turn % 2]!, apiKey);
      if (status === 200) passed += 1;
      refused = status === 429 ? refused + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return passed;
  }

  it('share the limit of a key', async () => {
    const apiKey = await gateway.addKey();
    const passed = await exhaust(apiKey, 150);
    expect(passed).toBeGreaterThanOrEqual(BURST);
    expect(passed).toBeLessThan(BURST + BURST / 2);
    // Another key has its own.
    expect((await hello(urls[1]!, await gateway.addKey())).remaining).toBe(BURST - 1);
  });

  it('give a client that stays with one of them the whole of it', async () => {
    const apiKey = await gateway.addKey();
    const answers = [];
    for (let round = 0; round < BURST; round += 1) answers.push(await hello(urls[0]!, apiKey));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  describe('of which a third one hears', () => {
    let link: NatsLink;
    afterEach(() => link.close());

    it('tell nothing of requests that cost nothing', async () => {
      link = new NatsLink({ url: nats.url, service: 'gateway' });
      const heard: unknown[] = [];
      new Peers(link).listen((message) => heard.push(message));
      link.open();
      await link.waitUntilConnected(10_000);
      await link.connection!.flush();
      // A tool call is charged as the request that it makes; this is none, and is refused for that.
      await fetch(`${gateway.url}/public/v1/mcp`, { headers: basic(await gateway.addKey()) });
      await hello(gateway.url, await gateway.addKey());
      const [last] = await gateway.world.admin.query<{ id: number }>(
        'select max(id) as id from gateway.keys',
      );
      await eventually(
        () => heard,
        ({ length }) => length > 0,
        'what was spent',
      );
      expect(heard).toEqual([{ spent: [[last?.id, 1]] }]);
    });
  });

  it('count each by itself while NATS is away', async () => {
    await nats.kill();
    const apiKey = await gateway.addKey();
    expect(await exhaust(apiKey, 0)).toBe(2 * BURST);
  });
});
