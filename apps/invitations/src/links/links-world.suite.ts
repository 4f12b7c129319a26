import {
  buildPublicPrincipal,
  eventually,
  lendingService,
  type HttpOptions,
  type HttpResult,
  startWorld,
  type World,
} from '@plaudit/testing';
import { Chores, Secrets } from '@plaudit/runtime';
import { knowBusiness } from '../businesses/business.suite';
import { recipientKeyOf } from '../recipients/recipient';
import { invitationsService } from '../service';
import { type LinkKind, linkToken } from './link-token';

export const SUB_ACCOUNT = 7;
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

interface Message {
  type?: 'email' | 'sms';
  recipient?: string;
  [column: string]: unknown;
}

/** The invitations service with stored messages, whose links specs follow as a browser or a program does. */
export class LinksWorld {
  private people = 0;

  private constructor(
    readonly world: World,
    readonly chores: Chores,
  ) {}

  /** Starts the service with the business Harbour Bakery, which is sub account {@link SUB_ACCOUNT} of account 1. */
  static async start(settings: Record<string, string> = {}): Promise<LinksWorld> {
    const { definition, borrow } = await lendingService(invitationsService, []);
    const world = await startWorld({
      services: [{ definition, settings: { CHANNELS_URL: 'http://127.0.0.1:1', ...settings } }],
    });
    await knowBusiness(world, {
      subAccountId: SUB_ACCOUNT,
      name: 'Harbour Bakery',
      companyName: 'Harbour Group',
    });
    return new LinksWorld(world, borrow(Chores));
  }

  close(): Promise<void> {
    return this.world.close();
  }

  /** Stores a settings profile and returns its id. */
  async profile(settings: object = {}): Promise<number> {
    return this.insert('settings_profiles', {
      account_id: 1,
      sub_account_id: SUB_ACCOUNT,
      name: `Profile ${(this.people += 1)}`,
      settings: JSON.stringify(settings),
    });
  }

  async channel(
    fields: { label?: string; url?: string | null; sub_account_id?: number } = {},
  ): Promise<number> {
    const id = (this.people += 1);
    const url = `https://platform.example/${id}`;
    const defaults = {
      account_id: 1,
      sub_account_id: SUB_ACCOUNT,
      type: 'google',
      label: 'Google',
      name: 'Harbour',
    };
    return this.insert('channel_copies', { id, ...defaults, url, version: 1, ...fields });
  }

  /** Stores a message that was sent an hour ago to a new person, and returns its id. */
  async message(
    settingsId: number,
    { type = 'email', recipient, ...columns }: Message = {},
  ): Promise<number> {
    const to = recipient ?? `person${(this.people += 1)}@example.com`;
    return this.insert('requests', {
      account_id: 1,
      sub_account_id: SUB_ACCOUNT,
      settings_id: settingsId,
      type,
      status: 'sent',
      recipient: to,
      recipient_key: recipientKeyOf(type, to),
      schedule: new Date(),
      sent_on: new Date(Date.now() - 3_600_000),
      ...columns,
    });
  }

  /** Stores a pending reminder of a message. */
  async reminder(settingsId: number, parentId: number, recipient: string, step = 1): Promise<number> {
    const pending = { status: 'pending', sent_on: null, step, step_delay: 86_400 };
    return this.message(settingsId, { recipient, parent_id: parentId, ...pending });
  }

  token(kind: LinkKind, requestId: number, index = 0): string {
    const { SECRETS_KEY: key = '' } = this.world.settings('invitations');
    return linkToken(new Secrets(key).derive('invite-link'), { kind, requestId, index });
  }

  /** Sends a request as a browser behind the gateway does. */
  async browse(method: string, path: string, { headers, ...options }: HttpOptions = {}): Promise<HttpResult> {
    const browser = { 'user-agent': CHROME, 'x-plaudit-client-network': '203.0.113.9', ...headers };
    return this.world
      .as(buildPublicPrincipal())
      .send(method, 'invitations', path, { headers: browser, ...options });
  }

  get(path: string, headers?: Record<string, string>): Promise<HttpResult> {
    return this.browse('GET', path, { headers });
  }

  /** Sends a form. */
  post(path: string, fields: Record<string, string>): Promise<HttpResult> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.browse('POST', path, { headers, body: new URLSearchParams(fields).toString() });
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  async row(id: number): Promise<any> {
    const [row] = await this.world.admin.query('select * from invitations.requests where id = $1', [id]);
    return row;
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  activity(id: number): Promise<any[]> {
    return this.world.admin.query(
      'select type, source, status, detail from invitations.activity where request_id = $1 order by id',
      [id],
    );
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  hits(id: number): Promise<any[]> {
    return this.world.admin.query(
      'select kind, link, network, user_agent, verdict from invitations.hits where request_id = $1 order by id',
      [id],
    );
  }

  /** Makes the hits of a message three minutes older, and decides them at once, which the service does every five seconds. */
  async decided(id: number): Promise<void> {
    await this.world.admin.query(
      `update invitations.hits set happened_at = happened_at - interval '3 minutes', decide_at = now()
       where request_id = $1`,
      [id],
    );
    await eventually(
      async () => {
        await this.chores.run('hits');
        return this.hits(id);
      },
      (hits) => hits.every(({ verdict }) => verdict !== null),
      'the hits to be decided',
    );
  }

  private async insert(table: string, row: Record<string, unknown>): Promise<number> {
    const names = Object.keys(row);
    const [stored] = await this.world.admin.query<{ id: number }>(
      `insert into invitations.${table} (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})
       returning id`,
      Object.values(row),
    );
    return Number(stored!.id);
  }
}
