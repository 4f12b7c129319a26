import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import { plainToInstance } from 'class-transformer';
import { IsArray, IsEmail, IsInt, ValidateNested, validateSync } from 'class-validator';
import { anything, assert, constantFrom, property } from 'fast-check';
import { EVENTS } from '../catalogue';
import { eventCatalogue } from './event-catalogue';
import { generatedFiles, REPOSITORY } from './generated-files';
import { payloadSchema } from './payload-schema';

describe('generated files', () => {
  it.each(generatedFiles().map(({ path, text }) => [path, text]))(
    '%s equals the output of `npm run generate`',
    (path, text) => expect(readFileSync(join(REPOSITORY, path), 'utf8')).toBe(text),
  );
});

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

describe('the JSON Schema of an event', () => {
  const ajv = new Ajv({ formats: { 'date-time': RFC_3339 } });
  const catalogued = eventCatalogue().events.map((event) => [event.name, event] as const);

  it.each(catalogued)('accepts the example of %s', (_name, event) => {
    const accepts = ajv.compile(event.schema);
    expect(accepts(event.example) || accepts.errors).toBe(true);
  });

  it.each(catalogued)('refuses another event in place of %s', (_name, { schema, example }) => {
    expect(ajv.validate(schema, { ...example, type: 'review.vanished' })).toBe(false);
  });

  it('has the URN that the event names in dataschema', () => {
    const identified = catalogued.map(([, { schema, example }]) => [schema.$id, example.dataschema]);
    expect(identified).toEqual(EVENTS.map(({ schemaId }) => [schemaId, schemaId]));
    expect(EVENTS.find(({ name }) => name === 'review.created')?.schemaId).toBe(
      'urn:plaudit:event:review.created:v1',
    );
  });

  it('accepts an older event without dataschema, and refuses the URN of another event', () => {
    const [[, { schema, example }]] = catalogued as [(typeof catalogued)[number]];
    const { dataschema: _none, ...older } = example;
    expect(ajv.validate(schema, older)).toBe(true);
    expect(ajv.validate(schema, { ...example, dataschema: 'urn:plaudit:event:other:v1' })).toBe(false);
  });

  it('requires RFC 3339 of the time of an event and the form of records of dates in its payload', () => {
    const { schema, example } = catalogued.find(([name]) => name === 'review.created')![1];
    expect(ajv.validate(schema, { ...example, time: '2026-09-20 02:40:01' })).toBe(false);
    const { posted_on } = example.data as { posted_on: string };
    const data = { ...(example.data as object), posted_on: `${posted_on.replace(' ', 'T')}Z` };
    expect(ajv.validate(schema, { ...example, data })).toBe(false);
  });

  it.each(EVENTS.map((event) => [event.pattern, event] as const))(
    'agrees with the validators of the class of %s, whatever a field holds',
    (_pattern, { payload, example }) => {
      const accepts = ajv.compile(payloadSchema(payload, () => undefined));
      const replacement = constantFrom(...REPLACEMENTS).chain((value) =>
        anything({ maxDepth: 1 }).map((any) => [value, any]),
      );
      assert(
        property(constantFrom(...Object.keys(example)), replacement, (field, values) => {
          for (const value of values) {
            const changed = JSON.parse(JSON.stringify({ ...example, [field]: value }) ?? '') as object;
            const problems = validateSync(plainToInstance(payload, changed), { forbidUnknownValues: false });
            expect([field, value, accepts(changed)]).toEqual([field, value, problems.length === 0]);
          }
        }),
      );
    },
  );

  it('describes fields by their doc comments, also inherited ones', () => {
    const fieldsOf = (event: string) =>
      eventCatalogue().events.find(({ name }) => name === event)?.schema.properties?.data?.properties ?? {};
    const { keep_reviews, type } = fieldsOf('channel.deleted');
    expect(keep_reviews?.description).toBe('True when its reviews stay (they lose their channel).');
    expect(type?.description).toBe('Platform slug.');
    const { removed_on } = fieldsOf('review.updated');
    expect(removed_on?.description).toBe(
      'When a crawl found that the platform no longer shows the review, UTC; null while it shows it. Known for platforms whose coverage is full',
    );
  });
});

/** Values at the limits that the validators in use check. */
const REPLACEMENTS = [
  null,
  '',
  'approved',
  '2026-09-14 11:24:23',
  '2026-09-14',
  0,
  1.5,
  -1,
  true,
  {},
  [],
  ['score'],
  [1],
  [{}],
  [[]],
  { text: 'Thanks', posted_on: null },
];

describe('the generator of event schemas', () => {
  class Inner {
    @IsInt() id: number;
  }

  it('throws for a validator that it cannot translate', () => {
    class Odd {
      @IsEmail() email: string;
    }
    expect(() => payloadSchema(Odd, () => undefined)).toThrow(
      'Odd.email has the validator isEmail, for which payload-schema.ts has no JSON Schema.',
    );
  });

  it('throws for a nested field without a class', () => {
    class Untyped {
      @IsArray() @ValidateNested({ each: true }) items: Inner[];
    }
    expect(() => payloadSchema(Untyped, () => undefined)).toThrow('Untyped.items is nested but has no @Type');
  });
});
