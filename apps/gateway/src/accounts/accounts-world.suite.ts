import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { COMMANDS } from '../cli/commands';

export interface ApiResponse {
  status: number;
  headers: Headers;
  // Each spec asserts the shape that it expects.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/**
 * An HTTP client of the API with one key. A string body is sent unchanged, other bodies as JSON. A response that is not JSON
 * is text.
 */
export class Api {
  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  get(path: string): Promise<ApiResponse> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<ApiResponse> {
    return this.send('DELETE', path);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/public/v1${path}`, {
      method,
      headers: { ...basic(this.key), ...type, ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  }
}

export interface NewKey {
  name?: string;
  role?: string;
  account_management?: boolean;
  scopes?: string[];
  sub_account_id?: number;
  expires_on?: string | null;
}

/** A gateway with its first account. `admin` uses an admin key of the main sub account, with account management. */
export interface AccountsWorld extends GatewayWorld {
  admin: Api;
  mainId: number;
  /** Adds a key, by default an admin key with account management, and returns its client. */
  keyFor(key?: NewKey): Promise<Api>;
  addSubAccount(name?: string): Promise<number>;
  addUser(fields?: object): Promise<number>;
  /** Creates another account with the operator's command, and returns the client of its first key. */
  addAccount(plan?: string): Promise<Api>;
  /**
   * Returns every table that the operations write as one text, to assert that nothing was stored. Leaves out the entries
   * about refused rights.
   */
  stored(): Promise<string>;
}

let emails = 0;
export const newEmail = (): string => `user-${(emails += 1)}@example.com`;
export const PASSWORD = 'correct horse battery';

export async function startAccountsWorld({
  settings = {},
  ...options
}: { nats?: boolean; settings?: Record<string, string> } = {}): Promise<AccountsWorld> {
  const gateway = await startGatewayWorld(settings, options);
  const admin = new Api(gateway.url, gateway.apiKey);
  const [main] = (await admin.get('/account/subaccounts')).body as { id: number }[];
  return {
    ...gateway,
    admin,
    mainId: main?.id as number,
    keyFor: async (key = {}) => {
      const made = await admin.post('/keys', {
        name: 'test',
        role: 'admin',
        account_management: true,
        ...key,
      });
      return new Api(gateway.url, expectStatus(made, 201).key);
    },
    addSubAccount: async (name = 'Harbour Bakery') =>
      expectStatus(await admin.post('/account/subaccount', { name }), 200).id,
    addUser: async (fields = {}) =>
      expectStatus(await admin.post('/users', { email: newEmail(), password: PASSWORD, ...fields }), 200).id,
    addAccount: async (plan = 'enterprise') => new Api(gateway.url, await createAccount(gateway, plan)),
    stored: async () => {
      const [row] = await gateway.world.admin.query<{ text: string }>(
        `select concat(
           (select json_agg(a order by id) from gateway.accounts a),
           (select json_agg(s order by id) from gateway.sub_accounts s),
           (select json_agg(u order by id) from gateway.users u),
           (select json_agg(to_jsonb(k) - 'last_used_on' order by id) from gateway.keys k),
           (select json_agg(i order by id) from gateway.idempotency_keys i),
           (select json_agg(l order by id) from gateway.audit l where action <> 'access.refused'),
           (select count(*) from gateway.outbox) + (select count(*) from gateway.outbox_sent)) as text`,
      );
      return row?.text as string;
    },
  };
}

/** Returns the statuses of concurrent requests in ascending order. */
export function statusesOf(responses: readonly ApiResponse[]): number[] {
  return responses.map(({ status }) => status).toSorted((one, other) => one - other);
}

function expectStatus(response: ApiResponse, status: number): ApiResponse['body'] {
  if (response.status !== status)
    throw new Error(`expected status ${status}, got ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Creates an account with the operator's command. Returns the key that it prints. */
async function createAccount(gateway: GatewayWorld, plan = 'enterprise'): Promise<string> {
  const lines: string[] = [];
  await COMMANDS['create']?.({
    options: { company: 'Another Agency', email: newEmail(), plan },
    env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
    print: (line) => lines.push(line),
  });
  return /rk_\w{40}/.exec(lines.join('\n'))?.[0] as string;
}
