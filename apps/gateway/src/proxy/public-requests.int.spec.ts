import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

let gateway: GatewayWorld;

beforeAll(async () => (gateway = await startGatewayWorld()));
afterAll(() => gateway.close());

/** A link in a mail. */
const LINK = '/i/token';

const embed = () => fetch(`${gateway.url}/embed/v1/widgets/w_1.json`);
const widgetsOf = () => fetch(`${gateway.url}/public/v1/widgets/get`, { headers: basic(gateway.apiKey) });
const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;

describe('public requests to a service', () => {
  it('take no connection of requests with a key', async () => {
    const { invitations } = gateway.upstreams;
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    invitations.handle(({ path }) => (path === LINK ? responded.then(() => ({})) : {}));
    const flood = Array.from({ length: 400 }, () => statusOf(fetch(`${gateway.url}${LINK}`)));
    const links = () => invitations.requests.filter(({ path }) => path === LINK).length;
    await eventually(
      links,
      (received) => received >= 128,
      'every connection for public requests to be taken',
    );
    const headers = basic(gateway.apiKey);
    expect(await statusOf(fetch(`${gateway.url}/public/v1/invite/requests`, { headers }))).toBe(200);
    expect(links()).toBe(128);
    respond();
    await Promise.all(flood);
  });

  it('have a circuit breaker of their own', async () => {
    const { widgets } = gateway.upstreams;
    widgets.handle(({ path }) => (path.startsWith('/embed') ? 'reset' : { body: { ok: true } }));
    await eventually(
      () => statusOf(embed()),
      (status) => status === 503,
      'public requests to fail',
    );
    for (let i = 0; i < 20; i += 1) await statusOf(embed());
    const metrics = await (await fetch(gateway.world.metricsUrl)).text();
    expect(metrics).toMatch(
      /plaudit_gateway_upstream_open\{[^}]*upstream="widgets",access="public"[^}]*\} 1/,
    );
    expect(metrics).toMatch(/plaudit_gateway_upstream_open\{[^}]*upstream="widgets",access="key"[^}]*\} 0/);
    expect(await statusOf(widgetsOf())).toBe(200);
    const { headers } = await embed();
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('retry-after')).toBe('2');
  });
});
