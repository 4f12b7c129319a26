import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './catalogue-diff';
import { DECIDED_CHANGES } from './decided-changes';
import { eventCatalogue, type EventCatalogue } from './event-catalogue';
import { REPOSITORY } from './generated-files';
import type { JsonSchema } from './payload-schema';

const RELEASED = 'libs/contracts/released/events.json';
const released = JSON.parse(readFileSync(join(REPOSITORY, RELEASED), 'utf8')) as EventCatalogue;

describe('the catalogue', () => {
  it('changes no event of the last release for its consumers, except as decided', () => {
    expect(breakingChanges(released, eventCatalogue())).toEqual(DECIDED_CHANGES);
  });
});

const DATA: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 0 },
    score: { type: 'number' },
    text: { type: ['string', 'null'] },
    free: { type: 'string' },
    state: { type: 'string', enum: ['pending', 'approved'] },
    made_on: { type: 'string', pattern: '^\\d{4}$' },
    at: { type: 'string', format: 'date-time' },
    note: { type: 'string' },
    tags: {
      type: 'array',
      maxItems: 5,
      items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
  },
  required: ['id', 'score', 'text', 'free', 'state', 'made_on', 'at', 'tags'],
};

/** Returns a catalogue with one event, whose payload `edit` may change. */
function catalogueOf(edit: (fields: Record<string, JsonSchema>, data: JsonSchema) => void = () => {}) {
  const data = structuredClone(DATA);
  edit(data.properties as Record<string, JsonSchema>, data);
  const schema: JsonSchema = {
    type: 'object',
    properties: { type: { const: 'review.created' }, data },
    required: ['type', 'data'],
  };
  const event = { name: 'review.created', version: 1, subject: 'review.created.v1.<a>.<s>', schema };
  return { events: [event] } as EventCatalogue;
}

type Edit = Parameters<typeof catalogueOf>[0];

describe('breakingChanges', () => {
  const changesBy = (edit: Edit): string[] => breakingChanges(catalogueOf(), catalogueOf(edit));

  it.each<[string, Edit]>([
    ['nothing', () => {}],
    ['a new optional field', (fields) => (fields.extra = { type: 'string' })],
    ['a new word of an enum', (fields) => fields.state?.enum?.push('hidden')],
    ['an enum that becomes free text', (fields) => delete fields.state?.enum],
    ['another description', (fields) => (fields.id!.description = 'The id.')],
    ['a lower minimum', (fields) => (fields.id!.minimum = -1)],
    ['a longer list', (fields) => (fields.tags!.maxItems = 9)],
    ['a format where there was none', (fields) => (fields.free!.format = 'uri')],
    [
      'an optional field of a list item',
      (fields) => (fields.tags!.items!.properties!.id = { type: 'integer' }),
    ],
  ])('accepts %s', (_name, edit) => expect(changesBy(edit)).toEqual([]));

  it.each<[string, Edit, string]>([
    [
      'a removed field',
      ({ ...fields }, data) => void (delete fields.note, (data.properties = fields)),
      'data.note was removed.',
    ],
    [
      'a new required field',
      (fields, data) => void ((fields.extra = { type: 'string' }), data.required?.push('extra')),
      'data.extra is newly required; events before it lack it.',
    ],
    [
      'an optional field that becomes required',
      (_fields, data) => data.required?.push('note'),
      'data.note is newly required; events before it lack it.',
    ],
    [
      'a required field that becomes optional',
      (_fields, data) => data.required?.shift(),
      'data.id was always there and is now optional.',
    ],
    [
      'a narrower type',
      (fields) => (fields.score!.type = 'integer'),
      'data.score had the type number and now has integer.',
    ],
    [
      'a wider type',
      (fields) => (fields.id!.type = 'number'),
      'data.id had the type integer and now has number.',
    ],
    [
      'a field that may now be null',
      (fields) => (fields.free!.type = ['string', 'null']),
      'data.free had the type string and now has string or null.',
    ],
    [
      'a field that may no longer be null',
      (fields) => (fields.text!.type = 'string'),
      'data.text had the type string or null and now has string.',
    ],
    [
      'a removed word of an enum',
      (fields) => fields.state?.enum?.pop(),
      'data.state no longer allows "approved".',
    ],
    [
      'an enum where there was none',
      (fields) => (fields.free!.enum = ['a']),
      'data.free now allows only certain words.',
    ],
    [
      'a new pattern',
      (fields) => (fields.free!.pattern = '^a'),
      'data.free had the pattern none and now has "^a".',
    ],
    [
      'a removed pattern',
      (fields) => delete fields.made_on!.pattern,
      'data.made_on had the pattern "^\\\\d{4}$" and now has none.',
    ],
    [
      'another format',
      (fields) => (fields.at!.format = 'date'),
      'data.at had the format "date-time" and now has "date".',
    ],
    ['a higher minimum', (fields) => (fields.id!.minimum = 1), 'data.id must now be at least 1.'],
    ['a shorter list', (fields) => (fields.tags!.maxItems = 4), 'data.tags may now have at most 4 items.'],
    [
      'a removed field of a list item',
      (fields) => delete fields.tags!.items!.properties!.name,
      'data.tags[].name was removed.',
    ],
  ])('lists %s', (_name, edit, expected) => {
    expect(changesBy(edit)).toEqual([`review.created v1: ${expected}`]);
  });

  it('lists a removed event, another version of it and another subject', () => {
    const [event] = catalogueOf().events;
    const before = catalogueOf();
    expect(breakingChanges(before, { events: [] })).toEqual(['review.created v1 was removed.']);
    expect(breakingChanges(before, { events: [{ ...event!, version: 2 }] })).toEqual([
      'review.created v1 was removed.',
    ]);
    expect(breakingChanges(before, { events: [{ ...event!, subject: 'moved' }] })).toEqual([
      'review.created v1: the subject is now moved.',
    ]);
  });

  it('accepts a new event and a second version beside the first one', () => {
    const [event] = catalogueOf().events;
    const more = [event!, { ...event!, version: 2 }, { ...event!, name: 'review.vanished' }];
    expect(breakingChanges(catalogueOf(), { events: more })).toEqual([]);
  });
});
