import { INVITE_TYPES } from '@plaudit/contracts';
import { QueueNotifier } from '@plaudit/queue';
import { eventually, lendingService, SmtpStandIn, startWorld, type World } from '@plaudit/testing';
import { Chores } from '@plaudit/runtime';
import { knowBusiness } from '../businesses/business.suite';
import { queueOf } from '../queue/lanes.repository';
import { recipientKeyOf } from '../recipients/recipient';
import { invitationsService } from '../service';

export const REQUESTS = '/public/v1/invite/requests';

export interface QueuedFields {
  recipient: string;
  /** Seconds until it is due; below 0 it is due. Null: it waits for the message before it. */
  dueIn?: number | null;
  step?: number;
  parentId?: number | null;
  stepDelay?: number | null;
  settingsId?: number;
  subAccountId?: number;
  name?: string;
  type?: 'email' | 'sms';
  timezone?: string | null;
}

export type StoredRequest = Record<string, unknown> & { id: number; status: string; due_at: Date | null };

/** The settings of a service that sends to a local mail server at once. */
export function sendingSettings(smtpUrl: string): Record<string, string> {
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Plaudit <reviews@localhost>',
    SMTP_PER_MINUTE: '0',
    SMTP_DOMAIN_PER_MINUTE: '0',
    SMTP_CONNECTIONS: '8',
    SMTP_CONNECT_TIMEOUT_MS: '60000',
    SMTP_ANSWER_TIMEOUT_MS: '60000',
    SMTP_PAUSE_SECONDS: '0.3',
    SMS_PROVIDER: 'log',
    CHANNELS_URL: 'http://127.0.0.1:1',
  };
}

/** The service with a mail server, and requests that are written to its table as if a client had added them. */
export class SendingWorld {
  private lastSubAccountId = 100;

  private constructor(
    readonly world: World,
    readonly smtp: SmtpStandIn,
    /** What a replica does by itself, every few seconds or minutes. */
    readonly chores: Chores,
    private readonly queues: QueueNotifier,
  ) {}

  static async start(
    settings: Record<string, string> = {},
    options: { proxiesPostgres?: boolean } = {},
  ): Promise<SendingWorld> {
    const { definition, borrow } = await lendingService(invitationsService, [QueueNotifier]);
    const smtp = await SmtpStandIn.start();
    const world = await startWorld({
      nats: false,
      services: [{ definition, settings: { ...sendingSettings(smtp.url), ...settings } }],
      ...options,
    });
    return new SendingWorld(world, smtp, borrow(Chores), borrow(QueueNotifier));
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.smtp.close();
  }

  /** Creates a sub account with a profile whose window is always open. Returns their ids. */
  async tenant(
    settings: object = {},
    business: { invite?: boolean; invitesMonth?: number } = {},
  ): Promise<{ subAccountId: number; settingsId: number }> {
    const subAccountId = ++this.lastSubAccountId;
    await knowBusiness(this.world, {
      subAccountId,
      accountId: subAccountId,
      name: 'Bakery Sample',
      main: true,
      ...business,
    });
    return { subAccountId, settingsId: await this.profile(subAccountId, settings) };
  }

  async profile(subAccountId: number, settings: object = {}): Promise<number> {
    const stored = { send_window: { enabled: false }, review_url: 'https://example.com/review', ...settings };
    const [row] = await this.world.admin.query<{ id: number }>(
      `insert into invitations.settings_profiles (account_id, sub_account_id, name, is_default, settings)
       values ($1, $1, 'Profile ' || gen_random_uuid(), false, $2) returning id`,
      [subAccountId, JSON.stringify(stored)],
    );
    return Number(row!.id);
  }

  /** Writes requests and makes their lane due. Returns their ids. */
  async queue(
    { subAccountId, settingsId }: { subAccountId: number; settingsId: number },
    requests: readonly QueuedFields[],
  ): Promise<number[]> {
    const rows = requests.map((given) => {
      const { recipient, type = 'email', dueIn = -1, step = 0, parentId = null, stepDelay = null } = given;
      const key = recipientKeyOf(type, recipient).toString('hex');
      const { name = 'Noa Bergman', timezone = null } = given;
      return {
        recipient,
        type,
        key,
        due_in: dueIn,
        step,
        parent_id: parentId,
        step_delay: stepDelay,
        name,
        timezone,
      };
    });
    const inserted = await this.world.admin.query<{ id: number }>(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, name, recipient,
         recipient_key, schedule, send_at, due_at, step, parent_id, step_delay, timezone)
       select $1, $1, $2, type, 'pending', name, recipient, decode(key, 'hex'),
         now() + make_interval(secs => coalesce(due_in, 0)), now() + make_interval(secs => coalesce(due_in, 0)),
         now() + make_interval(secs => due_in), step, parent_id, step_delay, timezone
       from jsonb_to_recordset($3::jsonb) as given (recipient text, type text, key text, due_in float8, step smallint,
         parent_id bigint, step_delay integer, name text, timezone text)
       returning id`,
      [subAccountId, settingsId, JSON.stringify(rows)],
    );
    await this.wakeLane(subAccountId);
    return inserted.map(({ id }) => Number(id));
  }

  /** Makes the lanes of a sub account due when their first request is. */
  async wakeLane(subAccountId: number): Promise<void> {
    await this.world.admin.query(
      `insert into invitations.lanes (sub_account_id, type, account_id, next_due_at)
       select sub_account_id, type, account_id, min(due_at) from invitations.requests
       where sub_account_id = $1 and due_at is not null group by 1, 2, 3
       on conflict (sub_account_id, type) do update set next_due_at = excluded.next_due_at`,
      [subAccountId],
    );
    for (const type of INVITE_TYPES) this.queues.wake(queueOf(type));
  }

  /** Moves a pending request to now, instead of waiting until it is due. */
  async makeDue(id: number): Promise<void> {
    const [row] = await this.world.admin.query<{ sub_account_id: number }>(
      `update invitations.requests set due_at = now() - interval '1 second' where id = $1 and status = 'pending'
       returning sub_account_id`,
      [id],
    );
    if (row) await this.wakeLane(row.sub_account_id);
  }

  async request(id: number): Promise<StoredRequest> {
    const [row] = await this.world.admin.query<StoredRequest>(
      'select * from invitations.requests where id = $1',
      [id],
    );
    return row!;
  }

  /** Waits until the request has this status and nobody holds its lease. */
  async reached(id: number, status: string): Promise<StoredRequest> {
    return eventually(
      () => this.request(id),
      (row) => row.status === status && row['lease_id'] === null,
      `request ${id} to be ${status}`,
    );
  }

  /** Waits until the request was looked at and is pending again without an attempt. */
  async postponed(id: number): Promise<StoredRequest> {
    return eventually(
      () => this.request(id),
      (row) => row.status === 'pending' && (row['version'] as number) > 1,
      `request ${id} to be postponed`,
    );
  }

  /** Waits until an attempt of the request was deferred. */
  async deferred(id: number, attempts = 1): Promise<StoredRequest> {
    return eventually(
      () => this.request(id),
      (row) =>
        row.status === 'pending' &&
        row['attempts'] === attempts &&
        row.due_at !== null &&
        row['error_code'] !== null,
      `request ${id} to be deferred`,
    );
  }

  /** Waits until the conversation about the request has begun. */
  async begun(id: number): Promise<StoredRequest> {
    const isBegun = (row: StoredRequest): boolean => row['started_at'] !== null;
    return eventually(() => this.request(id), isBegun, `the conversation about ${id}`, { intervalMs: 2 });
  }

  /** Waits until the request is prepared and waits for a connection. */
  async prepared(id: number): Promise<StoredRequest> {
    const isPrepared = (row: StoredRequest): boolean => row['prepared_at'] !== null;
    return eventually(() => this.request(id), isPrepared, `request ${id} to be prepared`, { intervalMs: 2 });
  }

  async suppress(subAccountId: number, recipient: string, reason = 'unsubscribed'): Promise<void> {
    await this.world.admin.query(
      `insert into invitations.suppressions (account_id, sub_account_id, type, recipient_key, recipient, reason)
       values ($1, $1, 'email', $2, $3, $4)`,
      [subAccountId, recipientKeyOf('email', recipient), recipient, reason],
    );
  }

  async activity(id: number): Promise<{ type: string; source: string; status: string; detail: unknown }[]> {
    return this.world.admin.query(
      'select type, source, status, detail from invitations.activity where request_id = $1 order by id',
      [id],
    );
  }

  /** The events of a request that wait in the outbox, because this world has no NATS. */
  async events(id: number): Promise<string[]> {
    const rows = await this.world.admin.query<{ subject: string }>(
      `select subject from invitations.outbox where payload::jsonb->>'subject' = $1::text order by id`,
      [String(id)],
    );
    return rows.map(({ subject }) => subject.split('.').slice(0, 2).join('.'));
  }

  /** Waits until all these requests are sent. Leases whose worker has forgotten them expire meanwhile. */
  async recovered(ids: readonly number[]): Promise<void> {
    await eventually(
      async () => {
        const open = await this.world.admin.query<{ id: number }>(
          "select id from invitations.requests where id = any ($1::bigint[]) and status <> 'sent'",
          [ids],
        );
        if (open.length > 0) await this.expireLeases();
        return open.length;
      },
      (count) => count === 0,
      'all requests to be sent',
      { intervalMs: 1_000 },
    );
  }

  /** Lets the leases of requests expire, as if ten minutes had passed. */
  async expireLeases(): Promise<void> {
    await this.world.admin.query(
      `update invitations.requests set lease_until = now() - interval '1 second' where lease_until is not null`,
    );
  }

  /** Takes over the messages of expired leases at once, which the service does every five seconds. */
  recover(): Promise<void> {
    return this.chores.run('lost_messages');
  }
}
