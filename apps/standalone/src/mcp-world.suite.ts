import { randomBytes } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { aiService } from '@plaudit/ai';
import { channelsService } from '@plaudit/channels';
import { gatewayService } from '@plaudit/gateway';
import { invitationsService } from '@plaudit/invitations';
import { reportsService } from '@plaudit/reports';
import { reviewsService } from '@plaudit/reviews';
import { deriveKey, PRINCIPAL_SEED_LABEL, principalPublicKey } from '@plaudit/runtime';
import {
  eventually,
  type FixtureServer,
  HttpClient,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { webhooksService } from '@plaudit/webhooks';
import { widgetsService } from '@plaudit/widgets';
import { BAKERY_PAGE } from './bakery-page.suite';
import type { MailCatcher } from './mail-catcher/mail-catcher';
import { startTemporaryMailCatcher } from './mail-catcher/mail-catcher.suite';

export interface ToolResult {
  isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** The tools of a key with every scope, in the order in which clients see them. */
export const TOOL_NAMES = [
  'list_reviews',
  'get_review',
  'add_review',
  'update_review',
  'list_tags',
  'list_channels',
  'get_channel',
  'list_channel_types',
  'add_channel',
  'discover_channels',
  'refresh_channel',
  'get_rating_history',
  'get_ratings_report',
  'get_reviews_over_time',
  'get_average_rating',
  'get_rating_distribution',
  'get_ai_summary',
  'regenerate_ai_summary',
  'get_ai_insights',
  'list_invite_requests',
  'get_invite_activity',
  'list_invite_settings',
  'add_invite_request',
  'send_invite_request',
  'mark_invite_reviewed',
  'stop_invite_sequence',
  'get_sending_status',
  'retry_sending',
  'list_fuse_requests',
  'decide_fuse',
  'list_suppression_groups',
  'list_widgets',
  'get_widget',
  'create_widget',
  'update_widget',
  'list_webhooks',
  'get_account',
];

export const API_KEY = `rk_${randomBytes(20).toString('hex')}`;

/** Clients of the official SDK, connected to a gateway with the finished services behind it. */
export class McpWorld {
  admin: Client;
  /** Has the role `user` in the same sub account. */
  user: Client;
  /** Is an admin of another sub account. */
  stranger: Client;
  private readonly clients: Client[] = [];

  private constructor(
    readonly world: World,
    readonly bakery: FixtureServer,
    private readonly mails: MailCatcher,
  ) {}

  /** Starts everything and connects the three clients. */
  static async start(): Promise<McpWorld> {
    const bakery = await startFixtureServer(() => ({
      body: BAKERY_PAGE,
      headers: { 'content-type': 'text/html' },
    }));
    const mails = await startTemporaryMailCatcher();
    const own = new McpWorld(await startServices(mails.settings), bakery, mails);
    own.admin = await own.connect(API_KEY);
    await eventually(
      async () => (await own.admin.listTools()).tools.length,
      (count) => count === TOOL_NAMES.length,
      'the tools of all started services',
    );
    own.user = await own.connect(await own.addKey({ role: 'user' }));
    const { id } = await own.post('/account/subaccount', { name: 'Other' });
    own.stranger = await own.connect(await own.addKey({ role: 'admin', sub_account_id: id }));
    return own;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
    await this.world.close();
    await Promise.all([this.bakery.close(), this.mails.close()]);
  }

  /** Adds a sub account and connects an admin and a user of it. `post` sends a POST to the API with the key of the admin. */
  async branch(): Promise<{
    admin: Client;
    user: Client;
    post: (path: string, body: object) => Promise<void>;
  }> {
    const { id } = await this.post('/account/subaccount', { name: 'Branch' });
    const key = await this.addKey({ role: 'admin', sub_account_id: id });
    return {
      admin: await this.connect(key),
      user: await this.connect(await this.addKey({ role: 'user', sub_account_id: id })),
      post: async (path, body) => void (await this.post(path, body, key)),
    };
  }

  /** Sends a POST to the API. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async post(path: string, body: object, apiKey = API_KEY): Promise<any> {
    const client = new HttpClient(`${this.world.url('gateway')}/public/v1`, {
      authorization: `Bearer ${apiKey}`,
    });
    return (await client.post(path, { body })).body;
  }

  private async addKey(fields: object): Promise<string> {
    const added = await this.post('/keys', { name: 'spec', ...fields });
    if (!String(added.key).startsWith('rk_')) throw new Error(`no key: ${JSON.stringify(added)}`);
    return added.key as string;
  }

  private async connect(apiKey: string): Promise<Client> {
    const client = new Client({ name: 'spec', version: '1.0.0' });
    const headers = { authorization: `Bearer ${apiKey}` };
    const url = new URL('/public/v1/mcp', this.world.url('gateway'));
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    this.clients.push(client);
    return client;
  }
}

const STARTED = [
  reviewsService,
  channelsService,
  invitationsService,
  reportsService,
  aiService,
  widgetsService,
  webhooksService,
];
function startServices(mails: MailCatcher['settings']): Promise<World> {
  const secretsKey = randomBytes(32);
  const keys = {
    SECRETS_KEY: secretsKey.toString('base64'),
    PRINCIPAL_PUBLIC_KEYS: principalPublicKey(deriveKey(secretsKey, PRINCIPAL_SEED_LABEL)),
  };
  const gateway = {
    ...keys,
    BOOTSTRAP_API_KEY: API_KEY,
    THROTTLE_BURST: '0',
  };
  return startWorld({
    services: [
      ...STARTED.map((definition) => ({
        definition,
        settings: { ...keys, ...mails },
      })),
      { definition: gatewayService, settings: gateway },
    ],
  });
}

/** Calls a tool. Returns its result, also if that is an error. */
export async function call(client: Client, name: string, args: object = {}): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [first] = result.content as { text: string }[];
  const isError = result.isError === true;
  return { isError, body: isError ? JSON.parse(first?.text ?? '') : result.structuredContent };
}

/** Calls a tool. Returns its result and fails if that is an error. */
export async function works(client: Client, name: string, args: object = {}): Promise<ToolResult['body']> {
  const { isError, body } = await call(client, name, args);
  expect({ name, args, isError, body }).toEqual({ name, args, isError: false, body });
  return body;
}

export function review(text: string): object {
  return { from_name: 'Noa Bergman', text, posted_on: '2026-01-31', rating_value: 5 };
}
