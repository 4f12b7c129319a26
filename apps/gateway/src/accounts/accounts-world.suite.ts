import { basicAuth, HttpClient, type HttpResult } from '@plaudit/testing';
import { type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { COMMANDS } from '../cli/commands';

export type Answer = HttpResult;

/** The API as the holder of one key calls it, over HTTP. Text is sent as it is. */
export class Api {
  private readonly client: HttpClient;

  constructor(
    readonly url: string,
    readonly key: string,
  ) {
    this.client = new HttpClient(`${url}/public/v1`, basicAuth(key));
  }

  get(path: string): Promise<Answer> {
    return this.client.get(path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.client.post(path, { body });
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.client.put(path, { body });
  }

  delete(path: string): Promise<Answer> {
    return this.client.delete(path);
  }

  send(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.client.send(method, path, { body });
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

/** A gateway with the first account, seen through an admin key of its main sub account that manages it. */
export interface AccountsWorld extends GatewayWorld {
  admin: Api;
  mainId: number;
  /** A key with account management unless said otherwise. */
  keyFor(key?: NewKey): Promise<Api>;
  addSubAccount(name?: string): Promise<number>;
  addUser(fields?: object): Promise<number>;
  /** A further account, as an operator makes it; its first key. */
  addAccount(plan?: string): Promise<Api>;
  /** Every table that the operations write, as one text: for "nothing was stored". */
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
           (select json_agg(l order by id) from gateway.audit l),
           (select count(*) from gateway.outbox) + (select count(*) from gateway.outbox_sent)) as text`,
      );
      return row?.text as string;
    },
  };
}

/** Of requests that ran at once, in ascending order. */
export function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}

function expectStatus(answer: Answer, status: number): Answer['body'] {
  if (answer.status !== status) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Returns the key that the command prints. */
export async function createAccount(gateway: GatewayWorld, plan = 'enterprise'): Promise<string> {
  const lines: string[] = [];
  await COMMANDS['create']?.({
    options: { company: 'Another Agency', email: newEmail(), plan },
    env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
    print: (line) => lines.push(line),
  });
  return /rk_\w{40}/.exec(lines.join('\n'))?.[0] as string;
}
