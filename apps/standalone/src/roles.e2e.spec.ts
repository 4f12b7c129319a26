import {
  audienceOf,
  effectiveScopes,
  PRINCIPAL_HEADER,
  type Role,
  type Scope,
  SCOPES,
  SERVICE_NAMES,
} from '@plaudit/contracts';
import {
  type ApiMethod,
  type ApiOperation,
  operationsOf,
  PRINCIPAL_SEED_LABEL,
  PrincipalSigner,
  Secrets,
  SERVICE_DOCUMENT_PATH,
} from '@plaudit/runtime';
import { buildPrincipal } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';

type Held = Exclude<Scope, 'public'>;

interface Operation {
  at: string;
  method: ApiMethod;
  path: string;
  operation: ApiOperation;
}

interface Holder {
  name: string;
  apiKey: string;
  role: Role;
  scopes: readonly string[];
}

const ROLES: readonly Role[] = ['admin', 'editor', 'user'];
/** An id that does not exist. */
const NO_ID = '9007199254740991';
const AT_ONCE = 8;
/** The scopes to which a key may be narrowed. */
const HELD = SCOPES.filter((scope): scope is Held => scope !== 'public');

/**
 * Calls every operation with every role, with and without account management, with keys narrowed to its scope and to all other
 * scopes, and without a key. The expected status comes from `x-scope` and `x-role` of the document.
 */
describe('permissions', () => {
  let product: ProductWorld;
  let operations: Operation[];
  let roles: Holder[];

  beforeAll(async () => {
    product = await startProductWorld();
    operations = operationsOf(product.document).map(({ path, method, operation }) => ({
      at: `${method.toUpperCase()} ${path}`,
      method,
      path: path.replace(/\{(\w+)\}/g, (_all, name: string) => (name.endsWith('id') ? NO_ID : 'nothing')),
      operation,
    }));
    roles = await Promise.all(
      ROLES.flatMap((role) => [true, false].map((manages) => holder(role, manages, []))),
    );
  });
  afterAll(() => product.close());

  async function holder(role: Role, manages: boolean, narrowed: Held[]): Promise<Holder> {
    return {
      name: `${role}${manages ? ' with account management' : ''} [${narrowed.join()}]`,
      apiKey: await product.addKey({ role, account_management: manages, scopes: narrowed }),
      role,
      scopes: effectiveScopes(role, manages, narrowed),
    };
  }

  /** Bodies are empty, so that nothing changes. Operations that check the role after validation get a complete body. */
  function ask({ method, path, operation }: Operation, apiKey?: string): Promise<Response> {
    const example = operation.requestBody?.content['application/json']?.example;
    const body = operation['x-role'] ? example : {};
    const url = `${product.world.url('gateway')}/public/v1${path}`;
    return product.answers.fetch(
      new Request(url, {
        method: method.toUpperCase(),
        headers: {
          'content-type': 'application/json',
          ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        },
        ...(method === 'get' ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  function may({ role, scopes }: Holder, { operation }: Operation): boolean {
    const [scope, needed] = [operation['x-scope'], operation['x-role']];
    return (scope === 'public' || scopes.includes(scope as string)) && (!needed || needed === role);
  }

  /** Returns the differences from the document. */
  async function surprise(holder: Holder, operation: Operation): Promise<string | null> {
    const response = await ask(operation, holder.apiKey);
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    const body = isJson ? await response.json() : {};
    const { code, required } = body as { code?: string; required?: string };
    const case_ = `${operation.at} as ${holder.name}: ${response.status} ${code} ${required}`;
    if (may(holder, operation)) return [401, 403].includes(response.status) ? case_ : null;
    return response.status === 403 && code === 'forbidden' && required ? null : case_;
  }

  async function surprises(cases: readonly (readonly [Holder, Operation])[]): Promise<string[]> {
    const found: (string | null)[] = [];
    for (let at = 0; at < cases.length; at += AT_ONCE) {
      const some = cases.slice(at, at + AT_ONCE);
      found.push(...(await Promise.all(some.map(([who, what]) => surprise(who, what)))));
    }
    return found.filter((one) => one !== null);
  }

  it('are declared by every operation', () => {
    const undeclared = operations.filter(
      ({ operation }) => !(SCOPES as readonly string[]).includes(operation['x-scope'] ?? ''),
    );
    expect(undeclared.map(({ at }) => at)).toEqual([]);
    expect(operations.length).toBeGreaterThan(60);
  });

  it('hold for every role', async () => {
    const cases = operations.flatMap((operation) => roles.map((role) => [role, operation] as const));
    expect(await surprises(cases)).toEqual([]);
  });

  it('hold for keys narrowed to the operation’s scope and for keys with all other scopes', async () => {
    const narrow = new Map<string, [only: Holder, others: Holder]>();
    for (const scope of HELD) {
      const others = HELD.filter((one) => one !== scope);
      narrow.set(scope, [await holder('admin', true, [scope]), await holder('admin', true, others)]);
    }
    const cases = operations.flatMap((operation) =>
      (narrow.get(operation.operation['x-scope'] as string) ?? []).map((key) => [key, operation] as const),
    );
    expect(cases.length).toBeGreaterThan(100);
    expect(await surprises(cases)).toEqual([]);
  });

  it('hold a token to the services that it was signed for', async () => {
    const { world } = product;
    const secrets = new Secrets(world.settings('gateway')['SECRETS_KEY'] as string);
    const signer = new PrincipalSigner(secrets.derive(PRINCIPAL_SEED_LABEL));
    const accepted: string[] = [];
    const behindGateway = SERVICE_NAMES.filter((name) => name !== 'gateway');
    for (const receiver of behindGateway) {
      const token = await signer.sign(buildPrincipal(), receiver);
      for (const other of behindGateway) {
        const { status } = await fetch(`${world.url(other)}${SERVICE_DOCUMENT_PATH}`, {
          headers: { [PRINCIPAL_HEADER]: token },
        });
        expect([200, 401]).toContain(status);
        if (status === 200) accepted.push(`${receiver} at ${other}`);
      }
    }
    // The gateway serves the document of its own operations to nobody.
    const expected = behindGateway.flatMap((one) =>
      audienceOf(one).flatMap((other) => (other === 'gateway' ? [] : [`${one} at ${other}`])),
    );
    expect(accepted.sort()).toEqual(expected.sort());
    expect(expected).not.toContain('webhooks at reviews');
  });

  it('require a key, except for public operations', async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      const { status } = await ask(operation);
      const isOpen = operation.operation.security?.length === 0;
      if (isOpen ? status !== 200 : status !== 401) wrong.push(`${operation.at}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});
