import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EVENTS, findEvent } from './catalogue';
import type { DomainEvent } from './envelope';
import { SNAPSHOTS } from './events/snapshot-events';
import { defineEvent } from './events/define-event';
import { SERVICE_NAMES } from './services';
import { parseSubject, subjectOf, wakeSubject } from './bus/subjects';

const KINDS = [...EVENTS, ...SNAPSHOTS];

describe('the event catalogue', () => {
  it.each(KINDS.map((event) => [event.pattern, event] as const))(
    'has a valid example of %s',
    (_name, event) => {
      const example = plainToInstance(event.payload, structuredClone(event.example));
      expect(validateSync(example, { whitelist: true, forbidNonWhitelisted: true })).toEqual([]);
    },
  );

  it.each(KINDS.map((event) => [event.pattern, event] as const))(
    'refuses an empty payload of %s',
    (_name, event) => {
      expect(validateSync(plainToInstance(event.payload, {}))).not.toEqual([]);
    },
  );

  it('lists every event once, with a service as its producer', () => {
    const patterns = KINDS.map(({ pattern }) => pattern);
    expect(patterns).toEqual([...new Set(patterns)]);
    expect(SERVICE_NAMES).toEqual(expect.arrayContaining(EVENTS.map(({ producer }) => producer)));
  });

  it('finds an event by name and version', () => {
    const [first] = EVENTS;
    expect(findEvent(first!.name, first!.version)).toBe(first);
    expect(findEvent(first!.name, 99)).toBeUndefined();
    expect(findEvent('review.vanished', 1)).toBeUndefined();
  });

  it.each(['review', 'review.created.late', 'Review.created', 'review.', '.created', 'review.cre ated'])(
    'refuses "%s" as the name of an event',
    (name) => {
      const declared = {
        version: 1,
        producer: 'reviews',
        payload: Object,
        summary: '',
        example: {},
      } as const;
      expect(() => defineEvent({ ...declared, name })).toThrow(name);
    },
  );
});

describe('event subjects', () => {
  it.each(EVENTS.map((event) => [event.pattern, event] as const))(
    'are read back for %s',
    (pattern, event) => {
      const envelope = { type: event.name, dataversion: event.version, accountid: 7, subaccountid: 12 };
      const subject = subjectOf(envelope as DomainEvent);
      expect(subject).toBe(`${pattern}.7.12`);
      const { name, version } = event;
      expect(parseSubject(subject)).toEqual({ name, version, pattern, accountId: 7, subAccountId: 12 });
    },
  );

  it.each([
    '',
    'review.created',
    'review.created.v1.7',
    'review.created.v1.7.12.9',
    'review.created.1.7.12',
    'wake.reviews',
  ])('are not found in "%s"', (subject) => expect(parseSubject(subject)).toBeNull());

  it('leave the subject that wakes a relay outside the stream', () => {
    expect(wakeSubject('reviews')).toBe('wake.reviews');
  });
});
