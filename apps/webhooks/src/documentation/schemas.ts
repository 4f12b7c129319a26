import type { Field, Fields } from '@plaudit/contracts';
import type { SchemaObject } from '@plaudit/runtime';
import type { AnnouncedEvent } from './announced-events';

/** Returns the name of the schema of an event's envelope: `ReviewCreatedEvent`. */
export function envelopeName({ name }: AnnouncedEvent): string {
  const words = name.split(/[._]/).map((word) => word[0]?.toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** Returns the schema of the body of a delivery. */
export function envelopeSchema({ name, schema, summary }: AnnouncedEvent): SchemaObject {
  return {
    type: 'object',
    description: summary,
    required: ['id', 'event', 'occurred_on', 'data'],
    properties: {
      id: {
        type: 'string',
        description: 'The id of the event, the same on every delivery of it. Process each id once.',
        examples: ['evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819'],
      },
      event: { type: 'string', enum: [name], description: 'The name of the event.', examples: [name] },
      occurred_on: {
        type: 'string',
        format: 'date-time',
        description: 'When it happened, as ISO 8601 in UTC.',
        examples: ['2026-09-20T02:40:01.000Z'],
      },
      data: { $ref: `#/components/schemas/${schema}`, description: 'The fields of the event.' },
      test: {
        type: 'boolean',
        enum: [true],
        description: 'True on test deliveries. All others lack it.',
        examples: [true],
      },
    },
  };
}

/** Returns the schema of an object with these fields. */
export function fieldsSchema(fields: Fields): SchemaObject {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    required: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
  };
}

function fieldSchema({ schema, description, example }: Field): SchemaObject {
  const { type, format, enum: words, nullable, isList } = schema;
  const value: SchemaObject = {
    type: nullable && !isList ? [type, 'null'] : type,
    ...(format ? { format } : {}),
    ...(words ? { enum: nullable ? [...words, null] : [...words] } : {}),
  };
  const about = { description: `${description}.`, examples: [example] };
  return isList ? { type: 'array', items: value, ...about } : { ...value, ...about };
}
