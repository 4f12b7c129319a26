import {
  type DomainEvent,
  type EventDefinition,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { buildEvent, buildReview, SeededRandom } from '@plaudit/testing';
import { reportsService } from '../service';
import { expectedDays, expectedTagDays, record, ReviewCopiesWorld } from './review-copies.suite';

const REVIEWS = 90;
const SUB_ACCOUNTS = [11, 12, 13];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;
/** Days on which a zone changes its clocks. */
const DST_DAYS = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
] as const;
const CHANNELS = [
  { channel_id: 42, type: 'google', label: 'Google' },
  { channel_id: 43, type: 'booking', label: 'Booking' },
  { channel_id: null, type: 'custom', label: 'Survey' },
] as const;
const TAGS = [1, 2, 3].map((id) => ({ id, name: `tag ${id}` }));

/** The history of one review: its events, and its state at the end, or null if it was deleted. */
interface History {
  events: DomainEvent<ReviewPayload>[];
  end: ReviewPayload | null;
  version: number;
  subAccount: number;
}

describe('two replicas that count the same reviews', () => {
  const random = new SeededRandom(14);
  let own: ReviewCopiesWorld;
  let second: RunningServices;

  beforeAll(async () => {
    own = await ReviewCopiesWorld.start();
    const settings = { ...own.world.settings('reports'), PORT: '0' };
    second = await startServices([{ definition: reportsService, settings }]);
  });
  afterAll(async () => {
    await second.close();
    await own.close();
  });

  function randomState(id: number): ReviewPayload {
    const rating_scale = random.pick([5, 10, 100]);
    const rating_value = random.pick([null, 0, Math.round(random.next() * rating_scale * 10) / 10]);
    const hour = String(random.between(0, 23)).padStart(2, '0');
    return buildReview({
      id,
      ...random.pick(CHANNELS),
      rating_scale,
      rating_value,
      posted_on: `${random.pick(DST_DAYS)} ${hour}:30:00`,
      tags: TAGS.filter(() => random.next() < 0.4),
      reply: random.next() < 0.3 ? { text: 'Thanks', posted_on: null } : null,
    });
  }

  function randomHistory(id: number): History {
    const subAccount = random.pick(SUB_ACCOUNTS);
    const eventOf = (
      definition: EventDefinition<ReviewPayload>,
      version: number,
      data: ReviewPayload,
    ): DomainEvent<ReviewPayload> =>
      buildEvent(definition, { subaccountid: subAccount, aggregateversion: version, data });
    const states = Array.from({ length: random.between(1, 5) }, () => randomState(id));
    const events = states.map((state, index) =>
      eventOf(index === 0 ? reviewCreated : reviewUpdated, index + 1, state),
    );
    const last = states.at(-1)!;
    const isDeleted = random.next() < 0.3;
    if (isDeleted) events.push(eventOf(reviewDeleted, events.length + 1, last));
    return { events, end: isDeleted ? null : last, version: events.length, subAccount };
  }

  it('count each once, in any order, beside snapshots and changes of the zone, without a deadlock', async () => {
    const histories = Array.from({ length: REVIEWS }, (_, index) => randomHistory(index + 1));
    const events = random.shuffled(histories.flatMap((history) => history.events));
    const records = histories.flatMap(({ end, version, subAccount }, index) =>
      end ? [record(index + 1, version, subAccount, end)] : [],
    );
    const begun_on = wireDate(new Date());
    const publish = (some: readonly DomainEvent[]) =>
      Promise.all(some.map((event) => own.world.publish(event)));
    const third = Math.ceil(events.length / 3);
    const writes = [
      () => publish(events.slice(0, third)),
      () =>
        own.page(
          records.filter(({ id }) => id <= 60),
          { after: 0, through: 60, begun_on },
        ),
      () => publish(events.slice(third, 2 * third)),
      () =>
        own.page(
          records.filter(({ id }) => id > 30),
          { after: 30, through: null, begun_on },
        ),
      () => publish(events.slice(2 * third)),
    ];
    const running: Promise<unknown>[] = [];
    for (const [index, zone] of ZONES.entries()) {
      running.push(...writes.slice(index * 2, index * 2 + 2).map((write) => write()));
      const caller = own.world.as({ sub_account_id: SUB_ACCOUNTS[index] as number });
      const body = { timezone: zone };
      expect((await caller.put('reports', '/public/v1/reports/settings', { body })).status).toBe(200);
    }
    await Promise.all(running);
    await Promise.all(
      random
        .shuffled(events)
        .slice(0, 60)
        .map((event) => own.world.publishAgain(event)),
    );
    await own.settled();
    for (const [index, subAccount] of SUB_ACCOUNTS.entries()) {
      const alive = histories.flatMap((one) => (one.subAccount === subAccount && one.end ? [one.end] : []));
      expect(rounded(await own.days(subAccount))).toEqual(rounded(expectedDays(alive, ZONES[index])));
      expect(rounded(await own.tagDays(subAccount))).toEqual(rounded(expectedTagDays(alive, ZONES[index])));
    }
    const lines = own.world.logs.lines.map((line) => JSON.stringify(line));
    expect(lines.filter((line) => /deadlock|DayCounts/.test(line) && /warn|error/.test(line))).toEqual([]);
  });
});

/** The sums of this file have binary fractions. */
function rounded<Day extends { rating_sum: number }>(days: readonly Day[]): Day[] {
  return days.map((day) => ({ ...day, rating_sum: Math.round(day.rating_sum * 10) / 10 }));
}
