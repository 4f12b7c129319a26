import { fakeOnly, HttpClient, type HttpResult } from '@plaudit/testing';
import { type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

// Tokens are refilled as time passes. A fake clock keeps the counts independent of how busy the machine is.
beforeEach(() => fakeOnly('Date'));
afterEach(() => jest.useRealTimers());

let gateway: GatewayWorld;
let addresses = 0;
// This process is a trusted proxy, so X-Forwarded-For sets the client address of each request.
const newAddress = (): string => `203.0.113.${(addresses += 1)}`;

beforeAll(async () => {
  gateway = await startGatewayWorld({
    THROTTLE_ADDRESS_BURST: '20',
    THROTTLE_ADDRESS_RATE: '1',
    THROTTLE_WIDGET_BURST: '30',
    THROTTLE_WIDGET_RATE: '0.5',
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
});
afterAll(() => gateway.close());

function get(path: string, address: string): Promise<HttpResult> {
  return new HttpClient(gateway.url, { 'x-forwarded-for': address }).get(path);
}

async function statuses(count: number, path: string, address: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => get(path, address)));
  return answers.map(({ status }) => status);
}

const isRefused = (status: number): boolean => status === 429;

describe('the throttle of one client address', () => {
  it.each([
    '/embed/v1/widgets/w_1.json',
    '/embed/v1/img/signature/hash',
    '/w/w_2',
    '/app/sign-in',
    '/login/once',
    '/docs',
    '/public/v1/openapi.json',
    '/',
    '/oauth/callback',
    '/health/live',
    '/health/ready',
  ])('refuses %s when its tokens are spent', async (path) => {
    const address = newAddress();
    const seen = await statuses(25, path, address);
    expect(seen.filter(isRefused)).toHaveLength(5);
    expect((await get(path, newAddress())).status).not.toBe(429);
    jest.advanceTimersByTime(1_000);
    expect((await get(path, address)).status).not.toBe(429);
    expect((await get(path, address)).status).toBe(429);
  });

  it('sends Retry-After and names the address', async () => {
    const address = newAddress();
    await statuses(20, '/docs', address);
    const { status, headers, body } = await get('/docs', address);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: {
        success: false,
        code: 'rate_limited',
        msg: 'This address sends requests too quickly; try again in 1 s.',
      },
    });
    expect(headers.get('retry-after')).toBe('1');
  });

  it('counts the addresses of one IPv6 /64 together', async () => {
    const seen = await Promise.all(
      Array.from({ length: 25 }, (_, at) => get('/docs', `2001:db8:1:2::${at}`)),
    );
    expect(seen.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await get('/docs', '2001:db8:1:3::1')).toMatchObject({ status: 200 });
  });

  it('does not refuse health checks because of other requests', async () => {
    const address = newAddress();
    await statuses(25, '/w/w_3', address);
    expect((await get('/health/live', address)).status).toBe(200);
  });

  it('does not count requests with a key', async () => {
    const address = newAddress();
    const client = new HttpClient(gateway.url, {
      authorization: `Bearer ${gateway.apiKey}`,
      'x-forwarded-for': address,
    });
    for (let i = 0; i < 25; i += 1) expect((await client.get('/public/v1/hello')).status).toBe(200);
    expect((await get('/docs', address)).status).toBe(200);
  });

  it('charges a search in the reviews of a widget many tokens, and refused searches do not reach the service', async () => {
    const { widgets } = gateway.upstreams;
    const [address, before] = [newAddress(), widgets.requests.length];
    const searches = await Promise.all(
      Array.from({ length: 12 }, (_, at) => get(`/embed/v1/widgets/w_4/reviews?q=random${at}`, address)),
    );
    expect(searches.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(widgets.requests).toHaveLength(before + 1);
  });

  it('lets the page that embeds a widget read the error', async () => {
    const address = newAddress();
    await statuses(20, '/embed/v1/img/signature/hash', address);
    const { status, headers } = await get('/embed/v1/widgets/w_5.json', address);
    expect(status).toBe(429);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await get('/docs', address)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the throttle of one widget', () => {
  it('counts the requests of all addresses for its data and its page', async () => {
    const paths = ['/embed/v1/widgets/w_6.json', '/embed/v1/widgets/w_6/reviews', '/w/w_6'];
    const answers = await Promise.all(
      Array.from({ length: 36 }, (_, at) => get(paths[at % 3] as string, newAddress())),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.body.msg).toBe(
      'The pages with this widget send requests too quickly; try again in 2 s.',
    );
    expect((await get('/w/w_7', newAddress())).status).toBe(200);
  });

  it('does not count requests that the throttle of the address refuses', async () => {
    const address = newAddress();
    await statuses(40, '/w/w_8', address);
    expect(await statuses(10, '/w/w_8', newAddress())).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await statuses(1, '/w/w_8', newAddress())).toEqual([429]);
  });
});
