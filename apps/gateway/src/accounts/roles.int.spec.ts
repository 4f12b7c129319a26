import { effectiveScopes, type Role, type Scope, SCOPES } from '@plaudit/contracts';
import { openApiDocument } from '@plaudit/runtime';
import { gatewayService } from '../service';
import { type AccountsWorld, type Api, type NewKey, startAccountsWorld } from './accounts-world.suite';

interface Operation {
  method: string;
  path: string;
  scope: string | undefined;
  role: string | undefined;
}

const KEYS: Record<string, NewKey & { role: Role; account_management: boolean }> = {
  'an admin with account management': { role: 'admin', account_management: true },
  'an editor with account management': { role: 'editor', account_management: true },
  'a user with account management': { role: 'user', account_management: true },
  'an admin without account management': { role: 'admin', account_management: false },
  'an editor without account management': { role: 'editor', account_management: false },
  'a user without account management': { role: 'user', account_management: false },
  'an admin restricted to account:manage': {
    role: 'admin',
    account_management: true,
    scopes: ['account:manage'],
  },
  'an admin restricted to all other scopes': {
    role: 'admin',
    account_management: true,
    scopes: effectiveScopes('admin', false, []),
  },
};

let gateway: AccountsWorld;
let operations: Operation[];
const apis = new Map<string, Api>();

beforeAll(async () => {
  gateway = await startAccountsWorld();
  for (const [name, key] of Object.entries(KEYS)) apis.set(name, await gateway.keyFor(key));
  const { paths } = await openApiDocument(gatewayService);
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      scope: operation['x-scope'],
      role: operation['x-role'],
    })),
  );
});
afterAll(async () => gateway.close());

function managing(): Operation[] {
  return operations.filter(({ scope }) => scope === 'account:manage');
}

/** Sends an unknown id or an invalid body, so that an allowed key gets 200, 400 or 404 and changes nothing. */
async function attempt(
  api: Api,
  { method, path }: Operation,
): Promise<{ status: number; body: { code?: string } }> {
  const target = path.replace('/public/v1', '').replace('{id}', '999999');
  return api.send(method, target, method === 'POST' || method === 'PUT' ? {} : undefined);
}

describe('every operation of the gateway', () => {
  it('declares a scope that exists', () => {
    for (const { method, path, scope } of operations)
      expect([method, path, scope && SCOPES.includes(scope as Scope)]).toEqual([method, path, true]);
  });

  it('needs account:manage if it manages the account, and an admin key for what takes over an account', () => {
    const own = operations.filter(({ path }) => /^\/public\/v1\/(account|users|keys|login)/.test(path));
    expect(own.length).toBeGreaterThanOrEqual(14);
    expect(new Set(own.map(({ scope }) => scope))).toEqual(new Set(['account:manage']));
    expect(
      operations.filter(({ role }) => role).map(({ method, path, role }) => [method, path, role]),
    ).toEqual([
      ['DELETE', '/public/v1/account/subaccount/{id}', 'admin'],
      ['POST', '/public/v1/users', 'admin'],
      ['DELETE', '/public/v1/users/{id}/two_factor', 'admin'],
      ['POST', '/public/v1/account/vanity_url/verify', 'admin'],
    ]);
  });

  it.each(Object.keys(KEYS))('accepts or refuses a key of %s according to its scopes', async (name) => {
    const { role, account_management, scopes = [] } = KEYS[name] as (typeof KEYS)[string];
    const held = effectiveScopes(role, account_management, scopes as Scope[]);
    const before = await gateway.stored();
    for (const operation of managing()) {
      const { method, path } = operation;
      const { status, body } = await attempt(apis.get(name) as Api, operation);
      const lacksRole = operation.role !== undefined && operation.role !== role;
      const expected = held.includes('account:manage')
        ? { statuses: lacksRole ? [400, 403] : [200, 400, 404], body: {} }
        : { statuses: [403], body: { code: 'forbidden', required: 'account:manage' } };
      expect([method, path, expected.statuses.includes(status), body]).toMatchObject([
        method,
        path,
        true,
        expected.body,
      ]);
    }
    expect(await gateway.stored()).toBe(before);
  });

  it('returns 401 without a key', async () => {
    for (const { method, path } of managing()) {
      const response = await fetch(`${gateway.url}${path.replace('{id}', '1')}`, { method });
      expect([method, path, response.status]).toEqual([method, path, 401]);
    }
  });
});
