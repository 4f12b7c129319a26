import type { GatewayWorld } from '../gateway-world.suite';
import { ask, type PageAnswer } from '../sign-in/sign-in-world.suite';

export interface SessionApiRequest {
  cookie?: string;
  /** The id in X-Sub-Account. Null leaves the header out. */
  subAccount?: number | string | null;
  headers?: Record<string, string>;
  body?: object;
}

/** The requests of the dashboard to the gateway of the running spec. */
export interface SessionApi {
  /** Sends a request below /app/api, by default in the main sub account of the first account. */
  send: (method: string, path: string, request?: SessionApiRequest) => Promise<PageAnswer>;
  /** Adds a sub account to the first account, or to another one. Returns its id. */
  addSubAccount: (name: string, accountId?: number) => Promise<number>;
}

export function sessionApi(at: () => GatewayWorld): SessionApi {
  return {
    send: (method, path, { cookie = '', subAccount = 1, headers = {}, body } = {}) =>
      ask(at(), `/app/api${path}`, {
        method,
        body,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(subAccount === null ? {} : { 'x-sub-account': String(subAccount) }),
          ...headers,
        },
      }),
    addSubAccount: async (name, accountId = 1) => {
      const [row] = await at().world.admin.query<{ id: number }>(
        'insert into gateway.sub_accounts (account_id, name) values ($1, $2) returning id',
        [accountId, name],
      );
      return row?.id as number;
    },
  };
}
