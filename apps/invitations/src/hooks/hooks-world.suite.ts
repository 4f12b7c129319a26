import { type HttpResult, startWorld, type World } from '@plaudit/testing';
import { recipientKeyOf } from '../recipients/recipient';
import { invitationsService } from '../service';

interface SentMessage {
  id?: number;
  type?: 'email' | 'sms';
  recipient?: string;
  subAccountId?: number;
  status?: string;
  parentId?: number;
  messageId?: string;
  provider?: string;
  providerId?: string;
  delivery?: string;
  sentOn?: string;
  deleted?: boolean;
}

const MAIL = 'ada@example.com';
const PHONE = '+15005550100';

/** What the hooks changed of a message. */
interface Changed {
  status: string;
  delivery: string | null;
  error_code: string | null;
  error_msg: string | null;
  skip_reason: string | null;
}

/** The invitations service with messages that were sent, for specs of what others report about them. */
export class HooksWorld {
  private constructor(readonly world: World) {}

  static async start(settings: Record<string, string>): Promise<HooksWorld> {
    const world = await startWorld({
      services: [
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1', ...settings } },
      ],
      nats: false,
    });
    return new HooksWorld(world);
  }

  async close(): Promise<void> {
    await this.world.close();
  }

  post(path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<HttpResult> {
    return this.world.as().post('invitations', path, { body: Buffer.from(body), headers });
  }

  async forget(): Promise<void> {
    await this.world.admin.query(
      'truncate invitations.requests, invitations.activity, invitations.suppressions',
    );
  }

  /** Stores a message as it is after it was sent, or a pending one. Returns its id. */
  async add(message: SentMessage = {}): Promise<number> {
    const row = rowOf(message);
    const names = Object.keys(row);
    const [stored] = await this.world.admin.query<{ id: string }>(
      `insert into invitations.requests (${names.join(', ')})
       overriding system value values (${names.map((_name, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
    return Number(stored?.id);
  }

  async message(id: number): Promise<Changed> {
    const [row] = await this.world.admin.query<Changed>(
      'select status, delivery, error_code, error_msg, skip_reason from invitations.requests where id = $1',
      [id],
    );
    return row as Changed;
  }

  async status(id: number): Promise<string> {
    return (await this.message(id)).status;
  }

  /** Returns the activity of a message as `type source status`. */
  async activity(id: number): Promise<string[]> {
    const rows = await this.world.admin.query<{ entry: string }>(
      `select type || ' ' || source || ' ' || status as entry from invitations.activity where request_id = $1 order by id`,
      [id],
    );
    return rows.map(({ entry }) => entry);
  }

  /** Returns the suppressions as `sub account type reason`. */
  async suppressions(): Promise<string[]> {
    const rows = await this.world.admin.query<{ entry: string }>(
      `select sub_account_id || ' ' || type || ' ' || reason as entry from invitations.suppressions order by id`,
    );
    return rows.map(({ entry }) => entry);
  }

  /** Returns how many rows the hooks wrote. */
  async written(): Promise<number> {
    const [row] = await this.world.admin.query<{ count: number }>(
      `select ((select count(*) from invitations.activity) + (select count(*) from invitations.suppressions))::int as count`,
    );
    return row?.count ?? 0;
  }
}

function rowOf({ type = 'email', status = 'sent', subAccountId = 12, ...more }: SentMessage): object {
  const recipient = more.recipient ?? (type === 'email' ? MAIL : PHONE);
  const isPending = status === 'pending';
  const isInFlight = status === 'sending';
  return {
    ...(more.id !== undefined && { id: more.id }),
    account_id: 1,
    sub_account_id: subAccountId,
    settings_id: 1,
    parent_id: more.parentId,
    step: more.parentId === undefined ? 0 : 1,
    type,
    status,
    recipient,
    recipient_key: recipientKeyOf(type, recipient),
    schedule: 'now',
    due_at: isPending ? 'now' : null,
    sent_on: isPending || isInFlight ? null : (more.sentOn ?? 'now'),
    started_at: isInFlight ? 'now' : null,
    message_id: more.messageId,
    provider: more.provider,
    provider_id: more.providerId,
    delivery: more.delivery,
    deleted_on: more.deleted ? 'now' : null,
  };
}
