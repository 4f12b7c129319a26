import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import {
  MAX_EVENT_BYTES,
  parseSubject,
  reviewCreated,
  reviewsCollected,
  widgetChanged,
} from '@plaudit/contracts';
import { buildCollectedReview, buildEvent, buildReview, RecordedLogs } from '@plaudit/testing';
import { eventContext } from '../event-context';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { eventMessage } from '../publish/event-message';
import { Outbox } from './outbox';
import { expireParkedOutbox } from './parked-outbox';

describe('Outbox', () => {
  let world: EventsWorld;
  let reviews: Replica;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'channels']);
    reviews = await world.replica('reviews');
  });
  afterAll(() => world.close());

  const rows = () =>
    reviews.database.query<{
      event_id: string;
      subject: string;
      payload: string;
      traceparent: string | null;
    }>('select event_id, subject, payload, traceparent from outbox order by id');
  const review = { accountId: 7, subAccountId: 12, subject: 4711, version: 3, data: buildReview() };

  it('saves an event together with the change', async () => {
    const event = await reviews.database.transaction((tx) => reviews.outbox.add(tx, reviewCreated, review));
    const saved = (await rows()).at(-1)!;
    expect(saved).toMatchObject({ event_id: event.id, subject: 'review.created.v1.7.12' });
    expect(parseSubject(saved.subject)).toMatchObject({ accountId: 7, subAccountId: 12 });
    expect(JSON.parse(saved.payload)).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'review.created',
      dataversion: 1,
      source: '/reviews',
      subject: '4711',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      datacontenttype: 'application/json',
      dataschema: 'urn:plaudit:event:review.created:v1',
      accountid: 7,
      subaccountid: 12,
      aggregatetype: 'review',
      aggregateversion: 3,
      correlationid: event.id,
      causationid: null,
      traceparent: null,
      data: review.data,
    });
  });

  it('discards the event of a change that is rolled back', async () => {
    const before = await rows();
    let added = '';
    const failing = reviews.database.transaction(async (tx) => {
      added = (await reviews.outbox.add(tx, reviewCreated, review)).id;
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await rows()).toEqual(before);
    expect(added).not.toBe('');
  });

  it('copies the correlation id and the trace of the request or event that caused the change', async () => {
    const context = { correlationId: 'req_1', causationId: null, traceparent: '00-a-b-01' };
    const cause = buildEvent(reviewCreated, { correlationid: 'req_2', traceparent: '00-c-d-01' });
    const [inRequest, caused] = await eventContext.run(context, () =>
      reviews.database.transaction(async (tx) => [
        await reviews.outbox.add(tx, reviewCreated, review),
        await reviews.outbox.add(tx, reviewCreated, { ...review, cause }),
      ]),
    );
    expect(inRequest).toMatchObject({ correlationid: 'req_1', causationid: null, traceparent: '00-a-b-01' });
    expect(caused).toMatchObject({ correlationid: 'req_2', causationid: cause.id, traceparent: '00-c-d-01' });
    expect((await rows()).at(-1)?.traceparent).toBe('00-c-d-01');
  });

  it('copies the tracestate into the envelope and the header of the message', async () => {
    const context = { traceparent: '00-a-b-01', tracestate: 'rojo=1,congo="t61"' };
    const data = buildReview({ text: '"tracestate":"x"' });
    const event = await eventContext.run(context, () =>
      reviews.database.transaction((tx) => reviews.outbox.add(tx, reviewCreated, { ...review, data })),
    );
    expect(event).toMatchObject(context);
    const saved = (await rows()).at(-1)!;
    expect(eventMessage(saved).headers).toMatchObject({
      traceparent: '00-a-b-01',
      tracestate: 'rojo=1,congo="t61"',
    });
    const without = { ...saved, payload: JSON.stringify({ ...event, tracestate: undefined }) };
    expect(eventMessage(without).headers).not.toHaveProperty('tracestate');
  });

  it('stores events in a span for each cause, which the events continue', async () => {
    const ended: string[] = [];
    const outbox = new Outbox({
      service: 'reviews',
      wake: () => {},
      trace: {
        creating: (_definition, { traceparent }) => ({
          trace: { traceparent: `${traceparent}-child` },
          end: (error) => void ended.push(`${traceparent} ${String(error)}`),
        }),
        publishing: () => () => {},
      },
    });
    const cause = buildEvent(reviewCreated, { traceparent: 'of-the-cause' });
    const add = (more: object) =>
      eventContext.run({ traceparent: 'of-the-request' }, () =>
        reviews.database.transaction((tx) =>
          outbox.addAll(tx, reviewCreated, [review, { ...review, cause }, { ...review, ...more }]),
        ),
      );
    expect((await add({})).map(({ traceparent }) => traceparent)).toEqual([
      'of-the-request-child',
      'of-the-cause-child',
      'of-the-request-child',
    ]);
    expect(ended).toEqual(['of-the-request undefined', 'of-the-cause undefined']);
    await expect(add({ version: -1 })).rejects.toThrow('version must be a whole number');
    expect(ended.at(-1)).toMatch(/^of-the-cause EventRefused/);
  });

  it('keeps the order of many events that are added in one call', async () => {
    const versions = Array.from({ length: 600 }, (_, index) => index + 1);
    const events = await reviews.database.transaction((tx) =>
      reviews.outbox.addAll(
        tx,
        reviewCreated,
        versions.map((version) => ({ ...review, version })),
      ),
    );
    const saved = (await rows()).slice(-600).map(({ event_id }) => event_id);
    expect(saved).toEqual(events.map(({ id }) => id));
    expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual(versions);
  });

  it('refuses an invalid payload and rolls back the change', async () => {
    const before = await rows();
    const adding = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, reviewCreated, {
        ...review,
        data: { ...buildReview(), status: 'published' as never, tags: [{ id: 'x' as never, name: 'speed' }] },
      }),
    );
    await expect(adding).rejects.toThrow(
      /review\.created\.v1 was refused: .*data\.tags\.0\.id: id must be an integer.*data\.status: status must be one of/,
    );
    expect(await rows()).toEqual(before);
  });

  it('refuses NaN and undefined as numbers, which JSON would convert to null', async () => {
    const adding = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, reviewCreated, { ...review, data: buildReview({ id: NaN }) }),
    );
    await expect(adding).rejects.toThrow(/data\.id: id must be an integer/);
    const unversioned = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, reviewCreated, { ...review, version: undefined as never }),
    );
    await expect(unversioned).rejects.toThrow(
      'version must be a whole number of at least 0, but is undefined',
    );
  });

  it('refuses an event that is too large and reports its size', async () => {
    const channels = await world.replica('channels');
    const page = (text: string) => ({
      accountId: 7,
      subAccountId: 12,
      subject: 42,
      version: 1,
      data: { ...reviewsCollected.example, reviews: [buildCollectedReview({ text })] },
    });
    const add = (text: string) =>
      channels.database.transaction((tx) => channels.outbox.add(tx, reviewsCollected, page(text)));
    await expect(add('ü'.repeat(MAX_EVENT_BYTES / 2))).rejects.toThrow(
      /the envelope has \d+ bytes and may have at most 262144; split the event/,
    );
    await expect(add('ü'.repeat(MAX_EVENT_BYTES / 2 - 1_000))).resolves.toMatchObject({ subject: '42' });
  });

  it('refuses an event of another service', async () => {
    const adding = reviews.database.transaction((tx) =>
      reviews.outbox.add(tx, widgetChanged, { ...review, data: widgetChanged.example }),
    );
    await expect(adding).rejects.toThrow('only widgets may produce it, not reviews');
  });

  it('deletes events that were parked for 30 days, and logs them', async () => {
    const logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    const [old, recent] = await reviews.database.transaction((tx) =>
      reviews.outbox.addAll(tx, reviewCreated, [review, review]),
    );
    for (const [event, days] of [
      [old!, 31],
      [recent!, 29],
    ] as const) {
      await reviews.database.query(
        `with taken as (delete from outbox where event_id = $1 returning *)
         insert into outbox_parked (id, event_id, subject, payload, created_at, parked_at)
         select id, event_id, subject, payload, created_at, now() - make_interval(days => $2) from taken`,
        [event.id, days],
      );
    }
    await expireParkedOutbox(reviews.database);
    Logger.overrideLogger(false);
    const left = await reviews.database.query('select event_id from outbox_parked');
    expect(left).toEqual([{ event_id: recent!.id }]);
    expect(JSON.stringify(logs.lines)).toContain(old!.id);
    expect(JSON.stringify(logs.lines)).not.toContain(recent!.id);
  });
});
