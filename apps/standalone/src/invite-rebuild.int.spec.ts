import { inviteQueued, inviteSent } from '@plaudit/contracts';
import { invitationsService } from '@plaudit/invitations';
import { reportsService } from '@plaudit/reports';
import { snapshotTo } from '@plaudit/runtime';
import { buildEvent, eventually, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';

const REQUESTS = 1_500;
const DURABLE = 'reports__invite';
const SUB_ACCOUNT = 12;
const COLUMNS = [
  'id',
  'account_id',
  'sub_account_id',
  'settings_id',
  'type',
  'step',
  'version',
  ...['queued', 'sent', 'confirmed', 'opened', 'clicked', 'reviewed', 'unsubscribed', 'failed'].map(
    (stage) => `${stage}_on`,
  ),
];

const STORED = `select ${COLUMNS.join(', ')} from reports.invitations order by id`;
const OWNED = `
  select id, account_id, sub_account_id, settings_id, type, step, version::bigint,
    case when queued then date_trunc('second', created_on) end as queued_on, sent_on,
    case when delivery = 'confirmed' then sent_on end as confirmed_on, opened_on, clicked_on,
    case when step > 0 or id % 10 = 4 then reviewed_on end as reviewed_on, unsubscribed_on, failed_on
  from invitations.requests order by id`;

/** A snapshot keeps what an event changed in the second in which it began, or later. */
const LONG_AGO = "update reports.invitations set applied_on = now() - interval '1 hour'";

describe('the copies of invitations in reports', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } },
        {
          definition: reportsService,
          settings: { CHANNELS_URL: 'http://127.0.0.1:1', GATEWAY_URL: 'http://127.0.0.1:1' },
        },
      ],
    });
    await world.admin.query(
      `insert into invitations.settings_profiles (id, account_id, sub_account_id, name)
       overriding system value values (5, 7, ${SUB_ACCOUNT}, 'After a purchase')`,
    );
    // Every second request is a reminder. A first message has its review from its reminder, unless its id ends with 4.
    await world.admin.query(
      `insert into invitations.requests (id, account_id, sub_account_id, settings_id, version, queued, parent_id, step, type, status,
         recipient, recipient_key, schedule, delivery, created_on, sent_on, opened_on, clicked_on, reviewed_on, failed_on, deleted_on)
       overriding system value
       select n, 7, ${SUB_ACCOUNT}, 5, n % 7 + 1, n % 3 <> 0, case when n % 2 = 1 then n - 1 end, n % 2, 'email', 'sent',
         '', ''::bytea, '2026-09-01Z', case when n % 5 < 3 then 'confirmed' else 'unconfirmed' end,
         timestamptz '2026-09-01 10:00:00.123Z' + make_interval(mins => n), '2026-09-20 10:00:00Z',
         case when n % 2 = 0 then timestamptz '2026-09-21 10:00:00Z' end,
         case when n % 4 = 0 then timestamptz '2026-09-22 10:00:00Z' end,
         case when n % 10 in (4, 6, 7) then timestamptz '2026-09-23 10:00:00Z' end,
         case when n % 11 = 0 then timestamptz '2026-09-24 10:00:00Z' end,
         case when n % 9 = 0 then timestamptz '2026-09-25 10:00:00Z' end
       from generate_series(2, ${REQUESTS + 1}) n`,
    );
    await world.admin.query(
      `insert into invitations.activity (request_id, type, source, status)
       select id, 'reviewed', 'review_match', 'ok' from invitations.requests where id % 10 in (4, 7)`,
    );
  });
  afterAll(() => world.close());

  const rows = (sql: string) => world.admin.query<Record<string, unknown>>(sql);
  const days = () =>
    rows(
      `select day::text, step, queued, sent, delivered, clicked, reviewed, failed from reports.invitation_days
       where queued + sent + clicked + reviewed + failed > 0 order by day, step`,
    );

  async function rebuild(): Promise<void> {
    const addresses = { databaseUrl: world.databaseUrl('invitations'), nats: world.natsUrl };
    const given = { rate: 100_000, restart: true, untilApplied: true };
    await snapshotTo(invitationsService, DURABLE, addresses, given, () => {});
    await waitUntilConsumed(world.natsUrl, DURABLE, 'DIRECT');
    await eventually(
      () => rows('select from reports.sub_accounts where recount_due_at <= now()'),
      ({ length }) => length === 0,
      'the days to be counted again',
    );
  }

  it('are complete after a snapshot to a service that is deployed late, while events arrive', async () => {
    const data = { id: REQUESTS + 100, happened_on: '2026-10-01 10:00:00' };
    const during = [inviteQueued, inviteSent].map((definition, at) =>
      buildEvent(definition as typeof inviteQueued, {
        accountid: 7,
        subaccountid: SUB_ACCOUNT,
        aggregateversion: at + 1,
        data,
      }),
    );
    await Promise.all([rebuild(), ...during.map((event) => world.publish(event))]);
    // The backlog may still look empty for a moment after an event was published, so this waits for its copy.
    const copies = await eventually(
      () => rows(STORED),
      (stored) => stored.some(({ id, version }) => id === data.id && version === 2),
      'the events that arrived meanwhile',
    );
    expect(copies.filter(({ id }) => id !== data.id)).toEqual(await rows(OWNED));
    expect(await rows('select name from reports.invite_settings')).toEqual([{ name: 'After a purchase' }]);
  });

  it('are the right ones again after they were damaged, and their days with them', async () => {
    await world.admin.query(LONG_AGO);
    await rebuild();
    const before = await days();
    expect(before.length).toBeGreaterThan(3);
    for (const sql of [
      'update reports.invitations set clicked_on = now(), settings_id = 9 where id % 7 = 0',
      'delete from reports.invitations where id % 11 = 0',
      `insert into reports.invitations (id, account_id, sub_account_id, settings_id, type, step, created_on, version)
         select n, 7, ${SUB_ACCOUNT}, 5, 'sms', 0, now(), 1 from generate_series(1000000, 1000040) n`,
      LONG_AGO,
      'update reports.invitation_days set sent = sent + 3 where step = 1',
    ])
      await world.admin.query(sql);
    await rebuild();
    expect(await rows(STORED)).toEqual(await rows(OWNED));
    expect(await days()).toEqual(before);
  });
});
