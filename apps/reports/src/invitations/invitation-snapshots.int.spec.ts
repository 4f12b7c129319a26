import {
  type DomainEvent,
  type EventDefinition,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  type InvitePayload,
  inviteQueued,
  type InviteRecord,
  inviteReviewed,
  inviteSent,
  inviteSnapshot,
  inviteUnsubscribed,
  type SnapshotRange,
  wireDate,
} from '@plaudit/contracts';
import {
  buildEvent,
  eventually,
  SeededRandom,
  sendDirect,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { reportsService } from '../service';

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
    };
    const events = STAGES.flatMap(([definition, column], at) => {
      const reached = stages.includes(definition.name);
      const happened_on = `2026-10-0${at + 1} 10:00:00`;
      (record[column] as string | null) = reached ? happened_on : null;
      if (!reached) return [];
      if (column === 'sent_on') record.confirmed_on = happened_on;
      const aggregateversion = stages.indexOf(definition.name) + 1;
      return [
        buildEvent(definition, {
          subaccountid: subAccount,
          aggregateversion,
          data: { ...data, happened_on },
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

  const COLUMNS = `settings_id::int, type, step, created_on, queued_on, sent_on, confirmed_on, opened_on, clicked_on, reviewed_on,
    unsubscribed_on, failed_on`;
  const copies = (of = subAccount) =>
    world.admin.query<Record<string, unknown>>(
      `select id % 50 as place, ${COLUMNS} from reports.invitations where sub_account_id = $1 order by id`,
      [of],
    );
  const days = (of = subAccount) =>
    world.admin.query<Record<string, unknown>>(
      `select day::text, settings_id::int, type, step, queued, sent, delivered, opened, clicked, reviewed, unsubscribed, failed
       from reports.invitation_days where sub_account_id = $1
         and queued + sent + opened + clicked + reviewed + unsubscribed + failed > 0
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
