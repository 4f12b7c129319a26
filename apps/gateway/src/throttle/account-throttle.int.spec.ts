import { fakeOnly, HttpClient, type HttpResult } from '@plaudit/testing';
import { type AccountsWorld, startAccountsWorld } from '../accounts/accounts-world.suite';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { prefixOfApiKey } from '../keys/api-key';

// Tokens are refilled as time passes. A fake clock keeps the counts independent of how busy the machine is.
beforeEach(() => fakeOnly('Date'));
afterEach(() => jest.useRealTimers());

describe('the throttle of one account', () => {
  let gateway: AccountsWorld;
  beforeAll(async () => {
    const key = { THROTTLE_BURST: '10', THROTTLE_RATE: '0.05' };
    const account = { THROTTLE_ACCOUNT_BURST: '25', THROTTLE_ACCOUNT_RATE: '0.05' };
    gateway = await startAccountsWorld({ settings: { ...key, ...account } });
  });
  afterAll(async () => gateway.close());

  function spend(key: string, path = '/hello', method = 'GET'): Promise<HttpResult> {
    return new HttpClient(gateway.url, basic(key)).send(method, `/public/v1${path}`);
  }

  /** Returns keys of a new account. */
  async function keysOf(count: number): Promise<string[]> {
    const { key } = await gateway.addAccount();
    const more = Array.from({ length: count - 1 }, async () => addKeyBeside(gateway, key));
    return [key, ...(await Promise.all(more))];
  }

  it('allows all keys of the account together no more than its burst, and says that the account is the limit', async () => {
    const keys = await keysOf(4);
    const answers = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 10 }, async () => spend(key))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    const key = await addKeyBeside(gateway, keys[0] as string);
    const { status, headers, body } = await spend(key);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', msg: 'This account sends requests too quickly; try again in 20 s.' },
    });
    expect(headers.get('retry-after')).toBe('20');
    expect(headers.get('ratelimit-limit')).toBe('25');
    expect(headers.get('ratelimit-remaining')).toBe('0');
  });

  it('does not take tokens of another account', async () => {
    const [keys, [other]] = [await keysOf(3), await keysOf(1)];
    for (const key of keys) for (let i = 0; i < 10; i += 1) await spend(key);
    expect(await spend(other as string)).toMatchObject({ status: 200 });
  });

  it('takes no tokens of the key for a request that the account is refused', async () => {
    const [first, second, third] = (await keysOf(3)) as [string, string, string];
    for (const key of [first, second]) for (let i = 0; i < 10; i += 1) await spend(key);
    expect((await spend(third)).headers.get('ratelimit-remaining')).toBe('4');
    // A bulk costs five tokens. The account has four left, the key nine.
    expect(await spend(third, '/reviews/add_bulk', 'POST')).toMatchObject({ status: 429 });
    for (let left = 3; left >= 0; left -= 1) {
      expect((await spend(third)).headers.get('ratelimit-remaining')).toBe(String(left));
    }
  });

  it('reports in the headers whichever of key and account has fewer tokens left', async () => {
    const [first, second, third] = (await keysOf(3)) as [string, string, string];
    expect((await spend(first)).headers.get('ratelimit-limit')).toBe('10');
    for (let i = 0; i < 9; i += 1) await spend(first);
    for (let i = 0; i < 10; i += 1) await spend(second);
    const { headers } = await spend(third);
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['25', '4']);
  });

  it('counts an MCP tool call once', async () => {
    const [key] = (await keysOf(1)) as [string];
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_account', arguments: {} },
    };
    const accept = 'application/json, text/event-stream';
    await new HttpClient(gateway.url, { ...basic(key), accept }).post('/public/v1/mcp', { body: message });
    const others = await Promise.all([1, 2].map(() => addKeyBeside(gateway, key)));
    for (const other of others) for (let i = 0; i < 10; i += 1) await spend(other);
    expect((await spend(key)).headers.get('ratelimit-remaining')).toBe('3');
  });
});

/** Adds a key to the account of another one. */
async function addKeyBeside(gateway: GatewayWorld, key: string): Promise<string> {
  const [row] = await gateway.world.admin.query<{ id: number }>(
    'select sub_account_id as id from gateway.keys where prefix = $1',
    [prefixOfApiKey(key)],
  );
  return gateway.addKey({ subAccountId: row?.id as number });
}
