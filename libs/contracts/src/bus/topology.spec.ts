import 'reflect-metadata';
import { EVENTS } from '../catalogue';
import { SERVICE_NAMES } from '../services';
import { NOTICES, noticeSubject } from './notices';
import { peersSubject, wakeSubject } from './subjects';
import { DURABLES, durablesOf, STREAMS } from './topology';

/** Returns whether a NATS subject matches a filter that ends in `>`. */
const matches = (filter: string, subject: string) => subject.startsWith(filter.replace(/>$/, ''));

describe('the topology', () => {
  it('names each stream and each durable once', () => {
    const durables = DURABLES.map(({ stream, name }) => `${name} of ${stream}`);
    for (const names of [STREAMS.map(({ name }) => name), durables]) {
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('stores every event in EVENTS and nothing in two streams', () => {
    for (const { pattern } of EVENTS) {
      const subject = `${pattern}.7.12`;
      const storedIn = STREAMS.flatMap(({ name, subjects }) =>
        subjects.filter((filter) => matches(filter, subject)).map(() => name),
      );
      expect([pattern, storedIn]).toEqual([pattern, ['EVENTS']]);
    }
  });

  it.each([
    wakeSubject('reviews'),
    peersSubject('gateway'),
    ...NOTICES.map((notice) => noticeSubject(notice, { accountId: 7, subAccountId: 12 })),
  ])('does not store %s', (subject) => {
    const filters = STREAMS.flatMap(({ subjects }) => subjects);
    expect(filters.filter((filter) => matches(filter, subject))).toEqual([]);
  });

  it('names each durable after an existing service and an existing noun', () => {
    const nouns = EVENTS.map(({ noun }) => noun);
    for (const durable of DURABLES) {
      expect(SERVICE_NAMES).toContain(durable.service);
      expect(nouns).toContain(durable.noun);
      expect(durable.name).toBe(`${durable.service}__${durable.noun}`);
    }
  });

  it('gives a service a durable in EVENTS, for what is published, and one in DIRECT, for what is sent to it alone', () => {
    expect(durablesOf('webhooks', ['review', 'rating'])).toMatchObject([
      { stream: 'EVENTS', name: 'webhooks__review', service: 'webhooks', filter: 'review.>' },
      { stream: 'DIRECT', name: 'webhooks__review', service: 'webhooks', filter: 'direct.webhooks__review' },
      { stream: 'EVENTS', name: 'webhooks__rating', service: 'webhooks', filter: 'rating.>' },
      { stream: 'DIRECT', name: 'webhooks__rating', service: 'webhooks', filter: 'direct.webhooks__rating' },
    ]);
    expect(durablesOf('webhooks', [])).toEqual([]);
  });
});
