import type { JsonSchema } from '@plaudit/runtime';
import { exampleOf } from './media-examples';

const SCHEMAS: Record<string, JsonSchema> = {
  Tag: { type: 'object', properties: { name: { type: 'string', examples: ['bread'] } } },
  Loop: { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' }, end: { const: 1 } } },
};

describe('exampleOf', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['the stated one', { type: 'string', examples: ['a', 'b'] }, 'a'],
    ['null where that is the stated one', { type: ['string', 'null'], examples: [null] }, null],
    ['a constant', { const: 5 }, 5],
    ['the default', { type: 'integer', default: 25 }, 25],
    ['the first choice', { enum: ['x', 'y'] }, 'x'],
    ['what is referred to', { $ref: '#/components/schemas/Tag' }, { name: 'bread' }],
    [
      'the first alternative',
      { anyOf: [{ $ref: '#/components/schemas/Tag' }, { type: 'null' }] },
      { name: 'bread' },
    ],
    ['a list of one', { type: 'array', items: { $ref: '#/components/schemas/Tag' } }, [{ name: 'bread' }]],
    ['an object of what is known', { properties: { a: { const: 1 }, b: { type: 'string' } } }, { a: 1 }],
    [
      'an object without what a parameter asks for',
      { properties: { a: { const: 1 }, b: { const: 2, 'x-only-with': 'translate' } } },
      { a: 1 },
    ],
    ['nothing where nothing is told', { type: 'string' }, undefined],
    ['nothing of anything', true, undefined],
  ])('returns %s', (_name, schema, expected) => {
    expect(exampleOf(schema, SCHEMAS)).toEqual(expected);
  });

  it('returns an example for a schema that contains itself', () => {
    expect(exampleOf(SCHEMAS.Loop as JsonSchema, SCHEMAS)).toMatchObject({ end: 1, next: { end: 1 } });
  });
});
