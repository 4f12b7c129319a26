import { randomBytes } from 'node:crypto';
import {
  asPayload,
  type DomainEvent,
  durablesOf,
  type EventDefinition,
  EVENTS,
  isReadable,
  isSurelyValid,
  reviewsCollected,
} from '@plaudit/contracts';
import { listDeadLetters } from '@plaudit/events';
import { deriveKey, PRINCIPAL_SEED_LABEL, principalPublicKey } from '@plaudit/runtime';
import {
  buildCollectedReview,
  buildEvent,
  eventually,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { ALL_SERVICES } from './services';

const NEW_WORD = 'word_of_a_later_release';
const MEDIA = {
  type: 'image',
  url: 'https://cdn.example.com/a.jpg',
  src: 'https://cdn.example.com/a.jpg',
} as const;

type Json = Record<string, unknown>;

/** Returns the example of an event, with an item in each list. */
function exampleOf(definition: EventDefinition): Json {
  if (definition.name !== reviewsCollected.name) return structuredClone(definition.example) as Json;
  const reviews = [buildCollectedReview({ media: [MEDIA] })];
  // The other events delete the channel of the examples, and its reviews with it.
  return { ...structuredClone(definition.example), channel_id: 4_711, reviews };
}

/** Returns the paths of all texts, at every depth. */
function textPaths(data: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof data === 'string') return [path];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([field, value]) => textPaths(value, [...path, field]));
}

/** Returns the paths of the texts that hold one of a few words: a consumer reads any other, a producer refuses it. */
function wordPaths({ payload }: EventDefinition, example: Json): (readonly string[])[] {
  return textPaths(example).filter((path) => {
    const changed = asPayload(payload, grown(example, path) as Json);
    return isReadable(changed, null) && !isSurelyValid(changed);
  });
}

/** Returns `data` with an unknown field in each object, and with an unknown word at `path`. */
function grown(data: unknown, path: readonly string[] | null): unknown {
  if (path?.length === 0) return NEW_WORD;
  if (Array.isArray(data)) {
    return data.map((item, index) => grown(item, path?.[0] === String(index) ? path.slice(1) : null));
  }
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([field, value]) => [
    field,
    grown(value, path?.[0] === field ? path.slice(1) : null),
  ]);
  return { ...(Object.fromEntries(fields) as Json), field_of_a_later_release: [{ a: 1 }] };
}

function eventsOf(definition: EventDefinition): DomainEvent[] {
  const example = exampleOf(definition);
  const paths = [null, ...wordPaths(definition, example)];
  return paths.map((path, index) => ({
    ...buildEvent(definition, { aggregateversion: index + 1 }),
    specversion: '1.1' as never,
    region: 'eu',
    data: grown(example, path),
  }));
}

describe('every service', () => {
  let world: World;

  beforeAll(async () => {
    const secretsKey = randomBytes(32);
    const settings = {
      SECRETS_KEY: secretsKey.toString('base64'),
      PRINCIPAL_PUBLIC_KEYS: principalPublicKey(deriveKey(secretsKey, PRINCIPAL_SEED_LABEL)),
    };
    world = await startWorld({ services: ALL_SERVICES.map((definition) => ({ definition, settings })) });
  });
  afterAll(() => world.close());

  it('handles every event of a later release, with unknown words and unknown fields', async () => {
    const events = EVENTS.flatMap(eventsOf);
    const words = events.length - EVENTS.length;
    expect(words).toBeGreaterThan(15);
    for (const event of events) await world.publish(event);
    for (const { name } of ALL_SERVICES.flatMap(({ name, consumes = [] }) => durablesOf(name, consumes))) {
      await waitUntilConsumed(world.natsUrl, name);
    }
    for (const { name } of ALL_SERVICES) {
      const parked = () => world.admin.query(`select kind, state, reason from ${name}.parked_events`);
      expect(await parked()).toEqual([]);
    }
    expect(await listDeadLetters(world.natsUrl)).toEqual([]);
    const stored = () => world.admin.query<{ status: number }>('select status from reviews.reviews');
    await eventually(stored, ({ length }) => length > 0, 'the collected review');
    const warnings = world.logs.lines.filter(({ context }) => context === 'Broadcasts');
    expect(warnings).toEqual([]);
  });
});
