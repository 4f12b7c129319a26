import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EVENTS, findEvent } from './catalogue';
import type { DomainEvent } from './envelope';
import { defineEvent } from './events/define-event';
import { SERVICE_NAMES } from './services';
import { parseSubject, subjectOf, wakeSubject } from './subjects';

describe('the catalogue', () => {
  it.each(EVENTS.map((event) => [event.pattern, event] as const))(
    '%s has a valid example',
    (_name, event) => {
      const example = plainToInstance(event.payload, structuredClone(event.example));
      expect(validateSync(example, { whitelist: true, forbidNonWhitelisted: true })).toEqual([]);
    },
  );

  it.each(EVENTS.map((event) => [event.pattern, event] as const))(
    '%s is refused when empty',
    (_name, event) => {
      expect(validateSync(plainToInstance(event.payload, {}))).not.toEqual([]);
    },
  );

  it('has every event once, so that each has exactly one producer, which is a service', () => {
    const patterns = EVENTS.map(({ pattern }) => pattern);
    expect(patterns).toEqual([...new Set(patterns)]);
    expect(SERVICE_NAMES).toEqual(expect.arrayContaining(EVENTS.map(({ producer }) => producer)));
  });

  it('finds an event by name and version only', () => {
    const [first] = EVENTS;
    expect(findEvent(first!.name, first!.version)).toBe(first);
    expect(findEvent(first!.name, 99)).toBeUndefined();
    expect(findEvent('review.vanished', 1)).toBeUndefined();
  });

  it.each(['review', 'review.created.late', 'Review.created', 'review.', '.created', 'review.cre ated'])(
    'refuses the name "%s"',
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

describe('subjects', () => {
  it.each(EVENTS.map((event) => [event.pattern, event] as const))('%s is read back', (pattern, event) => {
    const envelope = { type: event.name, dataversion: event.version, accountid: 7, subaccountid: 12 };
    const subject = subjectOf(envelope as DomainEvent);
    expect(subject).toBe(`${pattern}.7.12`);
    const { name, version } = event;
    expect(parseSubject(subject)).toEqual({ name, version, pattern, accountId: 7, subAccountId: 12 });
  });

  it.each([
    '',
    'review.created',
    'review.created.v1.7',
    'review.created.v1.7.12.9',
    'review.created.1.7.12',
    'wake.reviews',
  ])('"%s" is none of an event', (subject) => expect(parseSubject(subject)).toBeNull());

  it('wakes a service outside of the stream', () => {
    expect(wakeSubject('reviews')).toBe('wake.reviews');
  });
});
