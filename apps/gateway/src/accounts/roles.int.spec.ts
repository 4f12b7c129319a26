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
  'an admin that manages the account': { role: 'admin', account_management: true },
  'an editor that manages the account': { role: 'editor', account_management: true },
  'a user that manages the account': { role: 'user', account_management: true },
  'an admin that does not': { role: 'admin', account_management: false },
  'an editor that does not': { role: 'editor', account_management: false },
  'a user that does not': { role: 'user', account_management: false },
  'an admin narrowed to managing the account': {
    role: 'admin',
    account_management: true,
    scopes: ['account:manage'],
  },
  'an admin narrowed to everything else': {
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

it('every operation declares a scope that exists', () => {
  for (const { method, path, scope } of operations)
    expect([method, path, scope && SCOPES.includes(scope as Scope)]).toEqual([method, path, true]);
});

it('everything about accounts, users and keys needs account:manage, and making users an admin', () => {
  const own = operations.filter(({ path }) => /^\/public\/v1\/(account|users|keys|login)/.test(path));
  expect(own.length).toBeGreaterThanOrEqual(14);
  expect(new Set(own.map(({ scope }) => scope))).toEqual(new Set(['account:manage']));
  expect(operations.filter(({ role }) => role).map(({ method, path, role }) => [method, path, role])).toEqual(
    [['POST', '/public/v1/users', 'admin']],
  );
});

/** Nothing that exists, nothing that is valid: who is let in gets 200, 400 or 404, and changes nothing. */
async function attempt(
  api: Api,
  { method, path }: Operation,
): Promise<{ status: number; body: { code?: string } }> {
  const target = path.replace('/public/v1', '').replace('{id}', '999999');
  return api.send(method, target, method === 'POST' || method === 'PUT' ? {} : undefined);
}

it.each(Object.keys(KEYS))('every operation lets in or keeps out %s, as declared', async (name) => {
  const { role, account_management, scopes = [] } = KEYS[name] as (typeof KEYS)[string];
  const held = effectiveScopes(role, account_management, scopes as Scope[]);
  const before = await gateway.stored();
  for (const operation of managing()) {
    const { method, path } = operation;
    const { status, body } = await attempt(apis.get(name) as Api, operation);
    const refusal = { code: 'forbidden', required: 'account:manage' };
    const expected = held.includes('account:manage')
      ? { statuses: [200, 400, 404], body: {} }
      : { statuses: [403], body: refusal };
    expect([method, path, expected.statuses.includes(status), body]).toMatchObject([
      method,
      path,
      true,
      expected.body,
    ]);
  }
  expect(await gateway.stored()).toBe(before);
});

it('every operation answers 401 without a key', async () => {
  for (const { method, path } of managing()) {
    const response = await fetch(`${gateway.url}${path.replace('{id}', '1')}`, { method });
    expect([method, path, response.status]).toEqual([method, path, 401]);
  }
});
