import { type DomainEvent, EVENTS, reviewCreated, reviewsCollected } from '@plaudit/contracts';
import { buildCollectedReview, buildEvent } from '@plaudit/testing';
import { checkPayload, readEvent } from './read-event';

const encode = (message: unknown): Uint8Array => Buffer.from(JSON.stringify(message));
const { id, type, subject, time, ...rest } = buildEvent(reviewCreated);
const used = {
  id,
  type,
  subject,
  time,
  dataversion: rest.dataversion,
  accountid: rest.accountid,
  subaccountid: rest.subaccountid,
  aggregateversion: rest.aggregateversion,
  data: rest.data,
};

describe('readEvent', () => {
  it('needs only the fields that consumers use', () => {
    expect(readEvent(encode(used))).toEqual({ ...used, correlationid: id, traceparent: null });
  });

  it('ignores unknown fields and later versions of CloudEvents', () => {
    expect(readEvent(encode({ ...used, specversion: '2.0', source: 7, region: 'eu' }))).toMatchObject(used);
  });

  it('keeps a valid tracestate and drops any other', () => {
    expect(readEvent(encode({ ...used, tracestate: 'a=1' })).tracestate).toBe('a=1');
    for (const tracestate of ['a', 7, `a=${'x'.repeat(600)}`])
      expect(readEvent(encode({ ...used, tracestate })).tracestate).toBeUndefined();
  });

  it.each(Object.keys(used))('refuses an envelope without %s', (field) => {
    expect(() => readEvent(encode({ ...used, [field]: undefined }))).toThrow(
      `invalid envelope: ${field} missing or invalid`,
    );
  });

  it.each([{ id: 'a\0b' }, { id: 'x'.repeat(201) }, { type: 'review created' }, { time: 'yesterday' }])(
    'refuses %j, which no table could hold',
    (impossible) => {
      expect(() => readEvent(encode({ ...used, ...impossible }))).toThrow('has an impossible value');
    },
  );

  it('refuses what is not JSON without repeating it', () => {
    expect(() => readEvent(Buffer.from('jane@example.com'))).toThrow(/^the message is not JSON$/);
  });

  it('refuses a message larger than 1 MiB', () => {
    expect(() => readEvent(encode({ ...used, data: 'x'.repeat(1 << 20) }))).toThrow('at most 1048576');
  });
});

describe('checkPayload', () => {
  const check = (event: DomainEvent, fields: string[] | null) => () =>
    checkPayload(
      EVENTS.find(({ name }) => name === event.type)!,
      event,
      fields,
    );

  it.each(EVENTS.map((definition) => [definition.pattern, definition] as const))(
    'accepts the example of %s, with and without declared fields',
    (_pattern, definition) => {
      const event = buildEvent(definition);
      expect(check(event, null)).not.toThrow();
      expect(check(event, Object.keys(definition.example))).not.toThrow();
      expect(check(event, [])).not.toThrow();
    },
  );

  it('checks the declared fields only', () => {
    const event = buildEvent(reviewCreated, { data: { text: 7 as never, id: 'one' as never } });
    expect(check(event, ['status'])).not.toThrow();
    expect(check(event, ['status', 'text'])).toThrow('invalid payload: data.text: text must be a string');
  });

  it('accepts a word that this build does not know, and no other type', () => {
    const event = (status: unknown) => buildEvent(reviewCreated, { data: { status: status as never } });
    expect(check(event('archived'), ['status'])).not.toThrow();
    expect(check(event(1), ['status'])).toThrow('data.status: status must be one of');
    expect(check(event(null), ['status'])).toThrow('data.status');
  });

  it('checks nested fields in the same way, and keeps the limit of a list', () => {
    const media = (kind: unknown) => [{ type: kind as never, url: 'https://a.example', src: 'b' }];
    const page = (reviews: unknown[]) =>
      buildEvent(reviewsCollected, { data: { reviews: reviews as never } });
    const collected = (kind: unknown) => buildCollectedReview({ media: media(kind) });
    expect(check(page([collected('hologram')]), ['reviews'])).not.toThrow();
    expect(check(page([collected(7)]), ['reviews'])).toThrow('data.reviews.0.media.0.type: type must be one');
    const many = Array.from({ length: 51 }, () => collected('image'));
    expect(check(page(many), ['reviews'])).toThrow('reviews must contain no more than 50');
    expect(check(page(many), ['channel_id'])).not.toThrow();
  });
});
