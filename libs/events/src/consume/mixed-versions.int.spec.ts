import 'reflect-metadata';
import { once as emitted } from 'node:events';
import {
  defineEvent,
  type DomainEvent,
  EVENTS,
  reviewCreated,
  ReviewPayload,
  reviewUpdated,
} from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildEvent, buildReview, eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { created, once, settled, status } from '../fixtures/review-durable';
import { POISON_ID, SHORT_ACK_WAIT } from '../fixtures/review-handlers';
import { inVersion } from '../outbox/outbox';

/** The next release of the event, with the payload of the first one. */
const createdV2 = defineEvent({
  name: 'review.created',
  version: 2,
  producer: 'reviews',
  payload: ReviewPayload,
  summary: 'A review is new.',
  example: reviewCreated.example,
});
const NEW_CATALOGUE = [...EVENTS, createdV2];
const durables = SHORT_ACK_WAIT;

describe('consumers of two releases on one durable', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let widgets: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'widgets'], { durables });
    reviews = await world.replica('reviews');
    reviews.relay.start();
    widgets = await world.replica('widgets');
  });
  afterAll(() => world.close());

  const parked = () =>
    widgets.database.query<{ kind: string; state: string; attempts: number }>(
      'select kind, state, attempts from parked_events order by id',
    );
  const deadLetters = async () => (await (await world.manager()).streams.info('DLQ')).state.messages;
  const effectsOf = async (ids: readonly string[]) =>
    (await widgets.effects()).map(({ event_id }) => event_id).filter((id) => ids.includes(id));

  it('keep the events of a kind that only the new one knows until it runs, and count nothing', async () => {
    const old = world.consume(
      await world.replica('widgets'),
      { [reviewCreated.pattern]: once(widgets, 'RecordReview') },
      { durables, catalogue: EVENTS.filter(({ pattern }) => pattern !== reviewUpdated.pattern) },
    );
    const [known, unknown] = [created(1), buildEvent(reviewUpdated)];
    await world.publish(unknown, known);
    await status(old, (now) => now.handled === 1 && now.parked === 1, 'both to be settled');
    await settled(world);
    expect(await parked()).toEqual([{ kind: 'review.updated.v1', state: 'unknown', attempts: 0 }]);

    world.consume(widgets, { [reviewUpdated.pattern]: once(widgets, 'RecordReview') }, { durables });
    await eventually(
      () => effectsOf([unknown.id, known.id]),
      ({ length }) => length === 2,
      'the new kind to be handled',
    );
    await eventually(parked, ({ length }) => length === 0, 'no parked event');
    expect(await deadLetters()).toBe(0);
    await old.close();
  });

  it('handle every event once, v1 and v2 of an occurrence together, while new kinds are published', async () => {
    const old = world.program('previous-release', 'widgets', undefined, undefined, reviewCreated.pattern);
    await emitted(old.stdout!, 'data');
    const strategy = world.consume(
      await world.replica('widgets'),
      Object.fromEntries(
        [reviewCreated, createdV2, reviewUpdated].map(({ pattern }) => [
          pattern,
          once(widgets, 'RecordReview'),
        ]),
      ),
      { durables, catalogue: NEW_CATALOGUE },
    );
    const before = await world.stored();
    const occurrences: DomainEvent[] = [];
    // The handlers of the previous release refuse the review POISON_ID.
    for (let id = POISON_ID + 1; id <= POISON_ID + 40; id += 1) occurrences.push(...(await occurrence(id)));
    await published(reviews);
    const stored = (await world.stored()).slice(before.length);
    expect(stored).toHaveLength(120);
    const ids = [...new Set(occurrences.map((event) => event.id))];
    expect(ids).toHaveLength(80);
    await eventually(
      () => effectsOf(ids),
      ({ length }) => length >= 80,
      'every occurrence to be handled',
    );
    await settled(world);
    await eventually(parked, ({ length }) => length === 0, 'no parked event');
    expect((await effectsOf(ids)).sort()).toEqual(ids.sort());
    expect(await deadLetters()).toBe(0);
    const total = strategy.consumerStatus.map(({ retried, deadLettered }) => retried + deadLettered);
    expect(total.every((count) => count === 0)).toBe(true);
  });

  /** Publishes a created review in two versions, and its update, a kind that the previous release does not know. */
  function occurrence(id: number): Promise<DomainEvent[]> {
    const common = { accountId: 7, subAccountId: 12, subject: id };
    const data = buildReview({ id });
    return reviews.database.transaction(async (tx) => {
      await queryRows(tx, 'insert into aggregates (id, version) values ($1, 2)', [id]);
      const versions = [inVersion(reviewCreated, data), inVersion(createdV2, data)];
      const added = await reviews.outbox.addVersions(tx, { ...common, version: 1 }, versions);
      const changed = { ...data, changed: ['status'], previous_status: 'inbox' as const };
      return [
        ...added,
        await reviews.outbox.add(tx, reviewUpdated, { ...common, version: 2, data: changed }),
      ];
    });
  }
});
