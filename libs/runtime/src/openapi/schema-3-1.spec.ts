import { type SchemaOf30, toSchema31 } from './schema-3-1';

describe('toSchema31', () => {
  it.each<[string, SchemaOf30, object]>([
    ['a nullable type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['a type that is not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    [
      'a nullable choice',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['a nullable choice without a type', { enum: ['a', null], nullable: true }, { enum: ['a', null] }],
    [
      'a nullable reference',
      { nullable: true, type: 'object', allOf: [{ $ref: '#/a' }] },
      { anyOf: [{ $ref: '#/a' }, { type: 'null' }] },
    ],
    [
      'a described reference',
      { description: 'An a.', allOf: [{ $ref: '#/a' }] },
      { description: 'An a.', $ref: '#/a' },
    ],
    [
      'nullable parts',
      { nullable: true, allOf: [{ $ref: '#/a' }, { $ref: '#/b' }] },
      { anyOf: [{ allOf: [{ $ref: '#/a' }, { $ref: '#/b' }] }, { type: 'null' }] },
    ],
    [
      'nullable alternatives',
      { nullable: true, oneOf: [{ type: 'string' }, { type: 'number' }] },
      { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    ],
    [
      'alternatives beside a type',
      { type: 'string', oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    [
      'exclusive bounds',
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 0, maximum: 5 },
    ],
    [
      'exclusive bounds of 3.1',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    ['an example', { type: 'number', example: 0 }, { type: 'number', examples: [0] }],
    ['an example that is null', { type: 'string', example: null }, { type: 'string', examples: [null] }],
    ['an object with any properties', { type: 'object' }, { type: 'object', additionalProperties: true }],
  ])('converts %s', (_name, given, expected) => {
    expect(toSchema31(given)).toEqual(expected);
  });

  it('converts every nested schema', () => {
    const inner = { type: 'string', nullable: true };
    const made = { type: ['string', 'null'] };
    const given = {
      type: 'object',
      properties: { a: inner, list: { type: 'array', items: inner } },
      additionalProperties: inner,
      anyOf: [inner],
    };
    expect(toSchema31(given)).toEqual({
      type: 'object',
      properties: { a: made, list: { type: 'array', items: made } },
      additionalProperties: made,
      anyOf: [made],
    });
  });

  it('makes ids integers, which TypeScript types as number', () => {
    const number = { type: 'number' };
    const properties = {
      id: number,
      channel_id: { ...number, nullable: true },
      ids: { type: 'array', items: number },
      channel_ids: { type: 'array', items: number },
      score: number,
      type_id: { type: 'string' },
    };
    expect(toSchema31({ type: 'object', properties })).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        channel_id: { type: ['integer', 'null'] },
        ids: { type: 'array', items: number },
        channel_ids: { type: 'array', items: { type: 'integer' } },
        score: number,
        type_id: { type: 'string' },
      },
    });
  });

  it('describes the default of a property in words, and keeps that of a parameter', () => {
    const role = { type: 'string', description: 'The role', default: 'user' };
    expect(toSchema31({ type: 'object', properties: { role } })).toEqual({
      type: 'object',
      properties: { role: { type: 'string', description: 'The role. Default: "user".' } },
    });
    expect(toSchema31(role)).toEqual(role);
  });

  it('does not change its argument', () => {
    const given = Object.freeze({ type: 'string', nullable: true, enum: Object.freeze(['a']) as string[] });
    expect(toSchema31(given)).toEqual({ type: ['string', 'null'], enum: ['a', null] });
  });
});
