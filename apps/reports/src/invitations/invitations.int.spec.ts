import {
  type DomainEvent,
  type EventDefinition,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  type InvitePayload,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  type InviteSentPayload,
  inviteUnsubscribed,
  type InviteRecord,
  inviteSnapshot,
  type SnapshotRange,
  wireDate,
} from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import {
  buildEvent,
  SeededRandom,
  startWorld,
  waitUntilConsumed,
  type World,
  eventually,
  sendDirect,
} from '@plaudit/testing';
import { DayCountsRepository } from '../days/day-counts.repository';
import { reportsService } from '../service';
import { invitationOf, type InviteState } from './invitation';
import { InvitationsRepository } from './invitations.repository';

describe('the copies of invitations', () => {
  let world: World;
  let id = 1_000;
  let subAccount = 10;
  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reportsService }] });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    id += 100;
    subAccount += 10;
  });

  function event<P extends InvitePayload>(
    definition: EventDefinition<P>,
    data: Partial<P> = {},
    aggregateversion = 1,
    subaccountid = subAccount,
  ): DomainEvent<P> {
    return buildEvent(definition, {
      data: { id, ...data },
      aggregateversion,
      subaccountid,
    });
  }

  async function consume(events: readonly DomainEvent[]): Promise<void> {
    await Promise.all(events.map((one) => world.publish(one)));
    await waitUntilConsumed(world.natsUrl, 'reports__invite');
  }

  const days = (of = subAccount) =>
    world.admin.query(
      `select day::text, settings_id::int, type, step, queued, sent, kept, delivered, opened, clicked, reviewed, unsubscribed, failed
       from reports.invitation_days where sub_account_id = $1 and queued + sent + kept + opened + clicked + reviewed + failed > 0
       order by day, settings_id, type, step`,
      [of],
    );
  const COUNTS = {
    queued: 0,
    sent: 0,
    kept: 0,
    delivered: 0,
    opened: 0,
    clicked: 0,
    reviewed: 0,
    unsubscribed: 0,
  };
  const DAY = { day: '2026-09-18', settings_id: 5, type: 'email', step: 0, ...COUNTS, failed: 0 };

  it('count each stage once on the day on which the invitation was created', async () => {
    await consume([
      event(inviteQueued),
      event(inviteSent, { happened_on: '2026-09-20 10:00:00' }, 2),
      event(inviteOpened, { happened_on: '2026-09-21 10:00:00' }, 3),
      event(inviteClicked, { happened_on: '2026-09-22 10:00:00' }, 4),
      event(inviteClicked, { happened_on: '2026-09-23 10:00:00' }, 5),
      event(inviteReviewed, {}, 6),
      event(inviteUnsubscribed, {}, 7),
    ]);
    const reached = {
      queued: 1,
      sent: 1,
      delivered: 1,
      opened: 1,
      clicked: 1,
      reviewed: 1,
      unsubscribed: 1,
    };
    expect(await days()).toEqual([{ ...DAY, ...reached }]);
    expect(
      await world.admin.query(
        "select clicked_on = '2026-09-22 10:00:00+00' as first from reports.invitations where id = $1",
        [id],
      ),
    ).toEqual([{ first: true }]);
  });

  it('count a stage whose earlier stages are missing for itself only', async () => {
    await consume([event(inviteClicked, { step: 2, type: 'sms' })]);
    expect(await days()).toEqual([{ ...DAY, step: 2, type: 'sms', clicked: 1 }]);
  });

  it('count a message as delivered only if its delivery is confirmed and it did not bounce', async () => {
    await consume([event(inviteSent, { delivery: 'unconfirmed' })]);
    expect(await days()).toEqual([{ ...DAY, sent: 1 }]);
    id += 1;
    await consume([event(inviteSent, { delivery: 'confirmed' })]);
    expect(await days()).toEqual([{ ...DAY, sent: 2, delivered: 1 }]);
    await consume([event(inviteFailed, {}, 2)]);
    expect(await days()).toEqual([{ ...DAY, sent: 2, failed: 1 }]);
  });

  it('count a message that was kept apart from those that were sent', async () => {
    await consume([event(inviteSent, { delivery: 'kept' })]);
    expect(await days()).toEqual([{ ...DAY, kept: 1 }]);
    id += 1;
    await consume([event(inviteSent, { delivery: 'confirmed' })]);
    expect(await days()).toEqual([{ ...DAY, kept: 1, sent: 1, delivered: 1 }]);
  });

  it('count a delivery that a newer producer words differently as sent and not as delivered', async () => {
    const delivery = 'assumed' as InviteSentPayload['delivery'];
    await consume([event(inviteSent, { delivery })]);
    expect(await days()).toEqual([{ ...DAY, sent: 1 }]);
  });

  it('move to the settings profile of the newest event, whichever arrives last', async () => {
    await consume([event(inviteSent, { settings_id: 6 }, 3)]);
    await consume([event(inviteQueued, { settings_id: 5 }, 1)]);
    expect(await days()).toEqual([{ ...DAY, settings_id: 6, queued: 1, sent: 1, delivered: 1 }]);
  });

  it('keep the newest name of a settings profile', async () => {
    const named = (settings_name: string, time: string) => ({
      ...event(inviteQueued, { id: id++, settings_id: 7, settings_name }),
      time,
    });
    await consume([named('Visit', '2026-09-18T10:00:00.000Z')]);
    await consume([named('Visit', '2026-09-18T12:00:00.000Z')]);
    await consume([named('Purchase', '2026-09-18T11:00:00.000Z')]);
    expect(await world.admin.query('select name from reports.invite_settings where id = 7')).toEqual([
      { name: 'Visit' },
    ]);
  });

  it('are the same in any order of the events, also if some arrive twice', async () => {
    const random = new SeededRandom(14);
    const stages = [
      inviteQueued,
      inviteSent,
      inviteOpened,
      inviteClicked,
      inviteReviewed,
      inviteUnsubscribed,
      inviteFailed,
    ] as EventDefinition<InvitePayload>[];
    const states = Array.from({ length: 20 }, (_, request) =>
      stages
        .filter(() => random.next() < 0.6)
        .map((stage, at) => ({
          stage,
          version: at + 1,
          data: {
            id: id + request,
            step: request % 4,
            settings_id: random.pick([5, 6]),
            created_on: random.pick(['2026-01-31 23:59:59', '2026-02-01 00:00:00']),
            happened_on: `2026-02-0${random.between(1, 9)} 10:00:00`,
          },
        })),
    ).flat();
    const inOrder = states.map(({ stage, data, version }) => event(stage, data, version));
    await consume(inOrder);
    const expected = await days();
    expect(expected.length).toBeGreaterThan(4);
    const shuffled = random.shuffled(states).map(({ stage, data, version }) => {
      return event(stage, { ...data, id: data.id + 50 }, version, subAccount + 1);
    });
    await consume(shuffled);
    await Promise.all(shuffled.slice(0, 20).map((one) => world.publishAgain(one)));
    await consume(shuffled.slice(20, 40).map((one) => ({ ...one, id: `${one.id}again` })));
    expect(await days(subAccount + 1)).toEqual(expected);
  });

  describe('in another zone', () => {
    it('are counted on its days by a recount of their sub account only', async () => {
      const database = new Database(
        await createDataSource({
          url: world.databaseUrl('reports'),
          schema: 'reports',
          entities: [],
          migrations: [],
        }).initialize(),
        'reports',
      );
      const repository = new InvitationsRepository();
      await consume([
        event(inviteQueued, { created_on: '2026-03-31 22:30:00' }),
        event(inviteQueued, { id: id + 1, created_on: '2026-03-31 22:30:00' }, 1, subAccount + 1),
      ]);
      await world.admin.query(
        "update reports.sub_accounts set counted_timezone = 'Europe/Berlin' where sub_account_id = $1",
        [subAccount],
      );
      const owner = { account_id: 1, sub_account_id: subAccount };
      const recount = () => database.transaction((tx) => new DayCountsRepository().recount(tx, owner));
      // The day in UTC lost its invitation, and the day in Berlin got it.
      expect(await recount()).toMatchObject({ invitation_days: 2 });
      expect(await recount()).toMatchObject({ invitation_days: 0 });
      expect(await days()).toEqual([{ ...DAY, day: '2026-04-01', queued: 1 }]);
      expect(await days(subAccount + 1)).toEqual([{ ...DAY, day: '2026-03-31', queued: 1 }]);
      await database.transaction((tx) => new DayCountsRepository().deleteEmpty(tx, owner));
      const stored = await world.admin.query(
        'select day::text from reports.invitation_days where sub_account_id = $1',
        [subAccount],
      );
      expect(stored).toEqual([{ day: '2026-04-01' }]);
      const sent = event(inviteSent, { created_on: '2026-03-31 22:30:00' }, 2) as DomainEvent<InviteState>;
      await database.transaction((tx) => repository.apply(tx, [invitationOf(sent)]));
      expect(await days()).toEqual([{ ...DAY, day: '2026-04-01', queued: 1, sent: 1, delivered: 1 }]);
      await database.dataSource.destroy();
    });
  });
});

const DURABLE = 'reports__invite';

const STAGES: readonly (readonly [EventDefinition<InvitePayload>, keyof InviteRecord])[] = [
  [inviteQueued, 'queued_on'],
  [inviteSent as unknown as EventDefinition<InvitePayload>, 'sent_on'],
  [inviteOpened, 'opened_on'],
  [inviteClicked, 'clicked_on'],
  [inviteReviewed, 'reviewed_on'],
  [inviteUnsubscribed, 'unsubscribed_on'],
  [inviteFailed as unknown as EventDefinition<InvitePayload>, 'failed_on'],
];

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

/** The state of an invitation at its owner, and the events that led to it. */
interface Owned {
  record: InviteRecord;
  events: DomainEvent<InvitePayload>[];
}

describe('the copies of invitations by snapshots', () => {
  const random = new SeededRandom(915);
  let world: World;
  /** Each test has a sub account and a range of ids of its own. */
  let subAccount = 100;
  let first = 1_000;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reportsService }] });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    subAccount += 2;
    first += 100;
  });

  function owned(offset: number, stages: readonly string[], more: Partial<InviteRecord> = {}): Owned {
    const { happened_on: _happened, ...identity } = inviteQueued.example;
    const data = { ...identity, id: first + offset, ...more };
    const record: InviteRecord = {
      ...inviteSnapshot.example.records[0]!,
      ...data,
      account_id: 1,
      sub_account_id: subAccount,
      version: stages.length + 1,
      confirmed_on: null,
      kept_on: null,
    };
    const events = STAGES.flatMap(([definition, column], at) => {
      const reached = stages.includes(definition.name);
      const happened_on = `2026-10-0${at + 1} 10:00:00`;
      (record[column] as string | null) = reached ? happened_on : null;
      if (!reached) return [];
      const isKept = column === 'sent_on' && offset % 5 === 4;
      if (column === 'sent_on') record[isKept ? 'kept_on' : 'confirmed_on'] = happened_on;
      const aggregateversion = stages.indexOf(definition.name) + 1;
      return [
        buildEvent(definition, {
          subaccountid: subAccount,
          aggregateversion,
          data: { ...data, happened_on, ...(isKept && { delivery: 'kept' }) },
        }),
      ];
    });
    return { record, events };
  }

  async function settled(): Promise<void> {
    await waitUntilConsumed(world.natsUrl, DURABLE);
    await waitUntilConsumed(world.natsUrl, DURABLE, 'DIRECT');
  }
  async function consume(events: readonly DomainEvent[]): Promise<void> {
    await Promise.all(events.map((event) => world.publish(event)));
    await settled();
  }
  async function page(records: readonly InviteRecord[], more: Partial<SnapshotRange> = {}): Promise<void> {
    const data = {
      after: first - 1,
      through: first + 99,
      begun_on: inOneHour(),
      ...more,
      records: [...records],
    };
    await sendDirect(world.natsUrl, DURABLE, buildEvent(inviteSnapshot, { data }));
    await settled();
  }

  const COLUMNS = `settings_id::int, type, step, created_on, queued_on, sent_on, confirmed_on, kept_on, opened_on, clicked_on, reviewed_on,
    unsubscribed_on, failed_on`;
  const copies = (of = subAccount) =>
    world.admin.query<Record<string, unknown>>(
      `select id % 50 as place, ${COLUMNS} from reports.invitations where sub_account_id = $1 order by id`,
      [of],
    );
  const days = (of = subAccount) =>
    world.admin.query<Record<string, unknown>>(
      `select day::text, settings_id::int, type, step, queued, sent, kept, delivered, opened, clicked, reviewed, unsubscribed, failed
       from reports.invitation_days where sub_account_id = $1
         and queued + sent + kept + opened + clicked + reviewed + unsubscribed + failed > 0
       order by day, settings_id, type, step`,
      [of],
    );
  const stateOf = async (of = subAccount) => [await copies(of), await days(of)];

  /** Invitations with random stages, in the same random order for the same seed. */
  function randomOnes(): Owned[] {
    return Array.from({ length: 20 }, (_, offset) =>
      owned(
        offset,
        STAGES.map(([{ name }]) => name).filter(() => random.next() < 0.6),
        { step: offset % 4, parent_id: offset % 4 === 0 ? null : 1, settings_id: random.pick([5, 6]) },
      ),
    );
  }

  it('are those that the events lead to', async () => {
    const ones = randomOnes().filter(({ events }) => events.length > 0);
    await consume(ones.flatMap(({ events }) => events));
    const expected = await stateOf();
    expect(expected[1]!.length).toBeGreaterThan(4);
    const moved = ones.map(({ record }) => ({
      ...record,
      id: record.id + 50,
      sub_account_id: subAccount + 1,
    }));
    await page([...ones.map(({ record }) => record), ...moved]);
    expect(await stateOf(subAccount)).toEqual(expected);
    expect(await stateOf(subAccount + 1)).toEqual(expected);
  });

  it('are the same in any order of events and pages, also if a page was read between two events', async () => {
    const ones = randomOnes().filter(({ events }) => events.length > 0);
    await consume(ones.flatMap(({ events }) => events));
    const expected = await stateOf();
    const early = ones.map(({ record, events }) => ({
      ...owned(record.id - first, [events[0]!.type], { ...record, id: record.id }).record,
      version: 1,
      id: record.id + 50,
      sub_account_id: subAccount + 1,
    }));
    const moved = random.shuffled(
      ones.flatMap(({ events }) =>
        events.map((event) => ({
          ...event,
          id: `${event.id}moved`,
          subaccountid: subAccount + 1,
          data: { ...event.data, id: event.data.id + 50 },
        })),
      ),
    );
    await consume(moved.slice(0, moved.length / 2));
    await page(early, { after: first + 49, begun_on: '2026-01-01 00:00:00' });
    await consume(moved.slice(moved.length / 2));
    await page(early, { after: first + 49, begun_on: '2026-01-01 00:00:00' });
    expect(await stateOf(subAccount + 1)).toEqual(expected);
  });

  it('add a stage whose event was lost to a copy that is newer than the page', async () => {
    const { events } = owned(0, ['invite.queued', 'invite.sent', 'invite.clicked']);
    const { record } = owned(0, ['invite.queued', 'invite.sent']);
    await consume([events[2]!]);
    await page([{ ...record, version: 2 }]);
    expect(await days()).toMatchObject([{ queued: 1, sent: 1, delivered: 1, clicked: 1 }]);
  });

  it('are corrected and removed if they are damaged or unknown to the owner', async () => {
    const [one, other] = [0, 1].map((offset) => owned(offset, ['invite.queued', 'invite.sent']));
    await consume([...one!.events, ...other!.events]);
    await world.admin.query(
      'update reports.invitations set clicked_on = now(), settings_id = 9, version = 3 where id = $1',
      [first],
    );
    await page([one!.record], { through: null });
    expect(await copies()).toHaveLength(1);
    const right = await eventually(days, ([day]) => day?.['queued'] === 1, 'the days to be counted again');
    expect(right).toMatchObject([{ settings_id: 5, queued: 1, sent: 1, clicked: 0 }]);
  });

  it('stay if an event changed them after the snapshot began', async () => {
    const begun_on = wireDate(new Date());
    await consume(owned(0, ['invite.queued']).events);
    await page([], { begun_on });
    expect(await copies()).toHaveLength(1);
  });

  it('name settings profiles only if no event after the beginning does', async () => {
    const begun_on = wireDate(new Date());
    const named = (settings_name: string) =>
      owned(0, ['invite.queued'], { settings_id: first, settings_name });
    const name = () => world.admin.query('select name from reports.invite_settings where id = $1', [first]);
    const event = named('renamed').events[0]!;
    await consume([{ ...event, time: new Date(Date.now() + 60_000).toISOString() }]);
    await page([named('read before').record], { begun_on });
    expect(await name()).toEqual([{ name: 'renamed' }]);
    await page([named('read later').record]);
    expect(await name()).toEqual([{ name: 'read later' }]);
  });

  it('have their days counted again after the last page', async () => {
    const { record } = owned(0, ['invite.queued']);
    await page([record]);
    await world.admin.query('update reports.invitation_days set queued = 7 where sub_account_id = $1', [
      subAccount,
    ]);
    await page([], { after: Number.MAX_SAFE_INTEGER - 1, through: null });
    await eventually(days, ([day]) => day?.['queued'] === 1, 'the days to be counted again');
  });
});
