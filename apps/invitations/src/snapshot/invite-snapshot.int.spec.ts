import type { InvitePayload, InviteRecord, InviteSentPayload } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { Outbox, NatsLink, PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { type EventRecorder, eventually, SeededRandom, startWorld, type World } from '@plaudit/testing';
import { ActivityRepository } from '../activity/activity.repository';
import { BounceFusesRepository } from '../fuses/bounce-fuses.repository';
import { BounceFusesService } from '../fuses/bounce-fuses.service';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import { PendingRequestsRepository } from '../lifecycle/pending-requests.repository';
import { CreditsRepository } from '../credits/credits.repository';
import { LanesRepository } from '../queue/lanes.repository';
import { QueuePlacesRepository } from '../queue/queue-places.repository';
import { recipientKeyOf } from '../recipients/recipient';
import type { NewRequest, RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import { StoredRequestsService } from '../requests/stored-requests.service';
import { invitationsService } from '../service';
import { SettingsNamesRepository } from '../settings/settings-names.repository';
import { SuppressionsRepository } from '../suppressions/suppressions.repository';
import { InviteSnapshotReadModel } from './invite-snapshot.read-model';

const SEQUENCES = 40;
const SOURCE = 'recipient';
const STAGES = ['queued', 'sent', 'opened', 'clicked', 'reviewed', 'unsubscribed', 'failed'] as const;
type Times = Partial<Record<string, string | null>>;

describe('the snapshot of invitations', () => {
  const random = new SeededRandom(515);
  let world: World;
  let database: Database;
  let events: EventRecorder;
  const requests = new RequestsRepository();
  const suppressions = new SuppressionsRepository();
  let stored: StoredRequestsService;
  let lifecycle: LifecycleService;

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } }],
    });
    events = await world.recorder('invite.>');
    const dataSource = createDataSource({
      url: world.databaseUrl('invitations'),
      schema: 'invitations',
      entities: [],
      migrations: [],
    });
    database = new Database(await dataSource.initialize(), 'invitations');
    const wakes = new QueueNotifier(
      new PeerNotifier(new NatsLink({ url: 'nats://127.0.0.1:1', service: 'invitations' })),
    );
    stored = new StoredRequestsService(
      requests,
      new ActivityRepository(),
      new QueuePlacesRepository(new LanesRepository(database, wakes), new CreditsRepository()),
      new SettingsNamesRepository(),
      new Outbox({ service: 'invitations', wake: () => {} }),
    );
    const fuses = new BounceFusesService(new BounceFusesRepository(database));
    const pending = new PendingRequestsRepository();
    lifecycle = new LifecycleService(requests, stored, suppressions, pending, fuses);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });

  const page = (after = 0, limit = 10_000) =>
    new InviteSnapshotReadModel(database).page(after, limit) as Promise<InviteRecord[]>;

  async function add(given: Partial<NewRequest>): Promise<RequestRow> {
    const recipient = `person${random.between(1, 1_000_000)}@example.com`;
    const [row] = await database.transaction((tx) =>
      stored.insert(
        tx,
        [
          {
            account_id: 7,
            sub_account_id: 12,
            settings_id: 1,
            type: 'email',
            status: 'pending',
            recipient,
            recipient_key: recipientKeyOf('email', recipient),
            schedule: new Date('2036-01-01T00:00:00Z'),
            reference: random.pick([null, recipient]),
            ...given,
          },
        ],
        'api',
      ),
    );
    return row!;
  }

  /** Marks a message as sent, as the worker does. */
  const sent = (row: RequestRow, at: Date) =>
    database.transaction(async (tx) => {
      const [current] = await requests.lock(tx, [row.id]);
      if (current!.status !== 'pending') return;
      const change = {
        status: 'sent',
        sent_on: at,
        delivery: random.pick(['confirmed', 'unconfirmed', 'kept'] as const),
        due_at: null,
      } as const;
      await stored.update(tx, [{ row: current!, change, activity: [], stage: 'sent', at }]);
    });

  /** Changes one of the messages at random. */
  async function act(sequence: readonly RequestRow[]): Promise<void> {
    const row = random.pick(sequence);
    const at = new Date(Date.UTC(2026, 8, random.between(1, 28), 10, 0, random.between(0, 59)));
    const cause = { at, source: SOURCE } as const;
    const what = random.pick([
      'sent',
      'sent',
      'opened',
      'clicked',
      'reviewed',
      'unsubscribed',
      'failed',
      'deleted',
    ]);
    if (what === 'sent') return sent(row, at);
    await database.transaction(async (tx) => {
      if (what === 'failed') await lifecycle.failed(tx, row, cause, { code: 'hard_bounce', msg: 'Unknown' });
      else if (what === 'deleted') await lifecycle.deleted(tx, row, cause);
      else await lifecycle[what as 'opened'](tx, row, cause);
    });
  }

  /** Returns what the events have reported of a request: the first time of each stage. */
  function reported(id: number): Times {
    const times: Times = { confirmed_on: null, kept_on: null };
    for (const stage of STAGES) times[`${stage}_on`] = null;
    for (const { event } of events.received) {
      const data = event.data as InvitePayload & Partial<InviteSentPayload>;
      if (data.id !== id) continue;
      const stage = event.type.replace('invite.', '');
      times[`${stage}_on`] ??= data.happened_on;
      if (data.delivery === 'confirmed') times['confirmed_on'] ??= data.happened_on;
      if (data.delivery === 'kept') times['kept_on'] ??= data.happened_on;
    }
    return times;
  }

  it('has the stages that the events of random sequences have reported', async () => {
    await world.admin.query(
      `insert into invitations.settings_profiles (id, account_id, sub_account_id, name)
       overriding system value values (1, 7, 12, 'Visit')`,
    );
    const rows: RequestRow[] = [];
    for (let n = 0; n < SEQUENCES; n += 1) {
      if (n % 8 === 0) {
        rows.push(await add({ status: 'skipped', skip_reason: 'cooldown' }));
        continue;
      }
      const root = await add({});
      const { recipient, recipient_key, id } = root;
      const steps = [1, 2].map((step) =>
        add({ recipient, recipient_key, step, parent_id: id, reference: null }),
      );
      const sequence = [root, ...(await Promise.all(steps))];
      rows.push(...sequence);
      for (let step = 0; step < 8; step += 1) await act(sequence);
    }
    await eventually(
      () => world.admin.query('select from invitations.outbox'),
      (left) => left.length === 0,
      'an empty outbox',
    );
    const published = await world.admin.query<{ count: number }>(
      'select count(*)::int as count from invitations.requests where queued',
    );
    await eventually(
      () => events.received.filter(({ event }) => event.type === 'invite.queued'),
      (queued) => queued.length === published[0]!.count,
      'the events',
    );
    const records = await page();
    expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
    for (const record of records) {
      const { id } = record;
      const times = Object.fromEntries(
        [...STAGES, 'confirmed', 'kept'].map((stage) => [`${stage}_on`, record[`${stage}_on` as 'sent_on']]),
      );
      expect({ id, ...times }).toEqual({ id, ...reported(id) });
    }
    const inherited = await world.admin.query<{ id: number }>(
      `select id from invitations.requests where parent_id is null and reviewed_on is not null and not exists (
         select from invitations.activity where request_id = requests.id and type = 'reviewed')`,
    );
    expect(inherited.length).toBeGreaterThan(3);
  });

  it('has the identity of each request as its events carry it, also of deleted ones', async () => {
    const records = await page();
    const deleted = await world.admin.query(
      'select id from invitations.requests where deleted_on is not null',
    );
    expect(deleted.length).toBeGreaterThan(3);
    for (const { event } of events.received) {
      const data = event.data as InvitePayload;
      const record = records.find(({ id }) => id === data.id)!;
      const {
        happened_on: _at,
        delivery: _delivery,
        error_code: _code,
        ...identity
      } = data as InvitePayload & Record<string, unknown>;
      expect(record).toMatchObject({ ...identity, account_id: 7, sub_account_id: 12 });
      expect(record.version).toBeGreaterThanOrEqual(event.aggregateversion);
    }
  });

  it('does not take an undone unsubscription for one of the first message itself', async () => {
    const root = await add({});
    const { recipient, recipient_key, id } = root;
    const reminder = await add({ recipient, recipient_key, step: 1, parent_id: id, reference: null });
    const at = new Date('2026-09-01T10:00:00Z');
    await sent(root, at);
    await sent(reminder, at);
    await database.transaction(async (tx) => {
      await lifecycle.unsubscribed(tx, reminder, { at, source: SOURCE });
      const detail = { undone: true };
      await new ActivityRepository().add(tx, [
        { requestId: id, type: 'unsubscribed', source: SOURCE, detail },
      ]);
    });
    const [first, second] = await page(id - 1);
    expect([first?.unsubscribed_on, second?.unsubscribed_on]).toEqual([null, '2026-09-01 10:00:00']);
  });

  it('continues after the given id', async () => {
    const all = await page();
    const middle = all[9]!.id;
    expect(await page(middle, 5)).toEqual(all.slice(10, 15));
  });
});
