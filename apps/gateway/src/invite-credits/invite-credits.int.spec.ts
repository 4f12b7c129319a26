import {
  type DomainEvent,
  inviteFailed,
  type InviteRecord,
  inviteSent,
  inviteSnapshot,
  wireDate,
} from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { buildEvent, sendDirect, waitUntilConsumed } from '@plaudit/testing';
import { type AccountsWorld, type Api, startAccountsWorld } from '../accounts/accounts-world.suite';
import { monthStart } from './credit-month';
import { InviteCreditsService } from './invite-credits.service';
import { SentInvitesRepository } from './sent-invites.repository';
import { openGatewayDatabase } from '../gateway-database.suite';

const DURABLE = 'gateway__invite';
const LIMIT = 50;

describe('invite_credits', () => {
  let gateway: AccountsWorld;
  let api: Api;
  let accountid: number;
  /** The invitations of each test have ids from here on. */
  let first = 1;

  beforeAll(async () => (gateway = await startAccountsWorld({ nats: true })));
  afterAll(() => gateway.close());
  beforeEach(async () => {
    first += 100;
    api = await gateway.addAccount('trial');
    accountid = (await api.get('/account')).body.id;
  });

  const credits = async (): Promise<number> => (await api.get('/account')).body.invite_credits;
  const thisMonth = (): string => wireDate(new Date());
  const lastMonth = (): string => wireDate(new Date(monthStart(new Date()).getTime() - 1_000));
  const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

  const sent = (id: number, more: { step?: number; happened_on?: string } = {}) =>
    buildEvent(inviteSent, { accountid, data: { id, step: 0, happened_on: thisMonth(), ...more } });

  async function handle(...events: DomainEvent[]): Promise<void> {
    for (const event of events) await gateway.world.publish(event);
    await waitUntilConsumed(gateway.world.natsUrl, DURABLE);
  }

  const record = (id: number, more: Partial<InviteRecord> = {}): InviteRecord => ({
    ...(inviteSnapshot.example.records[0] as InviteRecord),
    id,
    account_id: accountid,
    step: 0,
    parent_id: null,
    sent_on: thisMonth(),
    ...more,
  });

  async function page(records: InviteRecord[], begun_on = inOneHour()): Promise<void> {
    const data = { after: first - 1, through: first + 99, begun_on, records };
    await sendDirect(gateway.world.natsUrl, DURABLE, buildEvent(inviteSnapshot, { data }));
    await waitUntilConsumed(gateway.world.natsUrl, DURABLE, 'DIRECT');
  }

  it('goes down by one for each request that was sent, however often its event arrives', async () => {
    expect(await credits()).toBe(LIMIT);
    const event = sent(first);
    await handle(event, event, sent(first), sent(first + 1));
    expect(await credits()).toBe(LIMIT - 2);
  });

  it('counts neither reminders, nor failures, nor what other accounts sent', async () => {
    const failed = buildEvent(inviteFailed, { accountid, data: { id: first + 2 } });
    const foreign = { ...sent(first + 3), accountid: accountid + 1_000 };
    await handle(sent(first, { step: 1 }), sent(first + 1, { step: 3 }), failed, foreign);
    expect(await credits()).toBe(LIMIT);
  });

  it('counts the month in which the message was sent, not the one in which the event arrives', async () => {
    await handle(sent(first, { happened_on: lastMonth() }), sent(first + 1));
    expect(await credits()).toBe(LIMIT - 1);
  });

  it('is never below 0, and -1 for an unlimited plan', async () => {
    await handle(...Array.from({ length: LIMIT + 2 }, (_, at) => sent(first + at)));
    expect(await credits()).toBe(0);
    await gateway.world.admin.query("update gateway.accounts set plan = 'enterprise' where id = $1", [
      accountid,
    ]);
    expect(await credits()).toBe(-1);
  });

  it('is repaired by a snapshot of invitations', async () => {
    await handle(sent(first), sent(first + 1), sent(first + 2));
    // The events of the next two were lost. The owner does not know the first one.
    await page([
      record(first + 1),
      record(first + 2),
      record(first + 3),
      record(first + 4),
      record(first + 5, { sent_on: null }),
      record(first + 6, { step: 1, parent_id: first + 1 }),
      record(first + 7, { sent_on: lastMonth() }),
    ]);
    expect(await credits()).toBe(LIMIT - 4);
  });

  it('keeps what was counted after a snapshot began', async () => {
    await handle(sent(first));
    await page([], '2026-01-01 00:00:00');
    expect(await credits()).toBe(LIMIT - 1);
  });

  it('forgets the months before the previous one', async () => {
    await gateway.world.admin.query(
      `insert into gateway.sent_invites (id, account_id, sent_on)
       select $1 + n, $2, now() - interval '70 days' from generate_series(0, 9) n`,
      [first, accountid],
    );
    await handle(
      sent(first + 20, { happened_on: '2020-01-01 00:00:00' }),
      sent(first + 21, { happened_on: lastMonth() }),
      sent(first + 22),
    );
    const database = await openGatewayDatabase(gateway, 1);
    const invites = new SentInvitesRepository(database);
    await new InviteCreditsService(invites, new Clock()).purge();
    await database.dataSource.destroy();
    const kept = await gateway.world.admin.query(
      'select id from gateway.sent_invites where account_id = $1 order by id',
      [accountid],
    );
    expect(kept).toEqual([{ id: first + 21 }, { id: first + 22 }]);
  });
});
