import { MAX_IDS, UNKNOWN_CHANNELS_PATH, type UnknownChannelsRequest } from '@plaudit/contracts';
import { type Caller, type HttpResult, startFixtureServer, startWorld, type World } from '@plaudit/testing';
import { recipientKeyOf } from '../recipients/recipient';
import { invitationsService } from '../service';

export const REQUESTS = '/public/v1/invite/requests';

/** What the specs of requests share: the service, whose mails wait forever, and the owner of channels. */
export interface RequestsWorld extends World {
  /** A caller of another sub account each time. */
  newClient(principal?: Parameters<World['as']>[0]): Client;
  /** The channels that exist according to their owner. */
  readonly channels: Set<number>;
  /** How often the owner was asked. */
  questions(): number;
}

/** A caller of one sub account. */
export interface Client {
  readonly subAccountId: number;
  readonly caller: Caller;
  add(body: object, headers?: Record<string, string>): Promise<HttpResult>;
  /** Adds a request and returns it. */
  added(body: object): Promise<Record<string, unknown> & { id: number }>;
  bulk(requests: unknown, more?: object, headers?: Record<string, string>): Promise<HttpResult>;
  get(path: string): Promise<HttpResult>;
  put(path: string, body?: object): Promise<HttpResult>;
  /** Adds a settings profile and returns its id. */
  profile(settings: object): Promise<number>;
}

export async function startRequestsWorld(settings: Record<string, string> = {}): Promise<RequestsWorld> {
  const owner = await startFixtureServer();
  const channels = new Set<number>();
  owner.handle((request) => {
    const { ids } = request.json<UnknownChannelsRequest>();
    if (ids.length > MAX_IDS) return { status: 400 };
    return { body: { unknown: ids.filter((id) => !channels.has(id)) } };
  });
  const world = await startWorld({
    services: [
      {
        definition: invitationsService,
        settings: {
          CHANNELS_URL: owner.url,
          SMTP_URL: 'smtp://127.0.0.1:1',
          MAIL_FROM: 'reviews@localhost',
          SMTP_CONNECTIONS: '0',
          SMS_PROVIDER: 'log',
          ...settings,
        },
      },
    ],
  });
  let subAccountId = 100;
  const extras: Omit<RequestsWorld, keyof World> & Pick<World, 'close'> = {
    newClient: (principal = {}) => {
      const id = principal.sub_account_id ?? ++subAccountId;
      return clientOf(id, world.as({ ...principal, sub_account_id: id }));
    },
    channels,
    questions: () => owner.requests.filter(({ path }) => path === UNKNOWN_CHANNELS_PATH).length,
    close: async () => {
      await owner.close();
      await world.close();
    },
  };
  return Object.assign(Object.create(world) as World, extras);
}

function clientOf(subAccountId: number, caller: Caller): Client {
  const add: Client['add'] = (body, headers = {}) =>
    caller.post('invitations', `${REQUESTS}/add`, { body, headers });
  return {
    subAccountId,
    caller,
    add,
    added: async (body) => {
      const answer = await add(body);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      return answer.body.request as Record<string, unknown> & { id: number };
    },
    bulk: (requests, more = {}, headers = {}) =>
      caller.post('invitations', `${REQUESTS}/add_bulk`, { body: { requests, ...more }, headers }),
    get: (path) => caller.get('invitations', `${REQUESTS}/${path}`),
    put: (path, body = {}) => caller.put('invitations', `${REQUESTS}/${path}`, { body }),
    profile: async (given) => {
      const answer = await caller.post('invitations', '/public/v1/invite/settings/add', {
        body: { settings: given },
      });
      expect(answer).toMatchObject({ status: 200 });
      const list = await caller.get('invitations', '/public/v1/invite/settings/list');
      return Math.max(...(list.body.settings as { id: number }[]).map(({ id }) => id));
    },
  };
}

/** Marks a request as sent so many seconds ago. */
export async function markSent(world: World, id: number, secondsAgo = 0): Promise<void> {
  await world.admin.query(
    `update invitations.requests set status = 'sent', due_at = null, send_at = null,
       sent_on = now() - make_interval(secs => $2) where id = $1`,
    [id, secondsAgo],
  );
}

/** Stores that a person gets no messages. */
export async function suppress(
  world: World,
  subAccountId: number,
  recipient: string,
  reason = 'unsubscribed',
): Promise<void> {
  const type = recipient.includes('@') ? 'email' : 'sms';
  await world.admin.query(
    `insert into invitations.suppressions (account_id, sub_account_id, type, recipient_key, recipient, reason)
     values (1, $1, $2, $3, $4, $5)`,
    [subAccountId, type, recipientKeyOf(type, recipient), recipient, reason],
  );
}
