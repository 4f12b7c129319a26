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
} from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { buildEvent, SeededRandom, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';
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
      `select day::text, settings_id::int, type, step, queued, sent, delivered, opened, clicked, reviewed, unsubscribed, failed
       from reports.invitation_days where sub_account_id = $1 and queued + sent + opened + clicked + reviewed + failed > 0
       order by day, settings_id, type, step`,
      [of],
    );
  const COUNTS = { queued: 0, sent: 0, delivered: 0, opened: 0, clicked: 0, reviewed: 0, unsubscribed: 0 };
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
