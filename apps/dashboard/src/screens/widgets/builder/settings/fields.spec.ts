import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Json } from '../draft/json-paths';
import { BLOCK_FIELDS } from './block-fields';
import type { Field } from './field';
import { BLOCKS, fieldsOf, matching } from './fields';
import { layoutFields } from './layout-fields';
import { STRING_KEYS } from './string-keys';

interface SettingSchema {
  type: string | string[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: SettingSchema;
  properties?: Record<string, SettingSchema>;
}

const REPOSITORY = join(__dirname, '../../../../../../..');
const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY, 'docs/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, SettingSchema> };
};
const SCHEMAS = DOCUMENT.components.schemas;
const TYPES = Object.keys(SCHEMAS)
  .filter((name) => name.endsWith('Layout'))
  .map((name) => name.replace('Layout', '').toLowerCase());
const SHARED = BLOCKS.filter((block) => block !== 'layout');

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function schemaOf(name: string): Record<string, SettingSchema> {
  return SCHEMAS[name]?.properties ?? {};
}

/** What the document says about a setting, in the words of a field. */
function boundsOf(field: Field): Partial<SettingSchema> {
  switch (field.kind) {
    case 'choice':
    case 'basis':
      return { enum: [...field.options] };
    case 'number':
      return { minimum: field.min, maximum: field.max };
    case 'text':
    case 'css':
      return { maxLength: field.max };
    case 'ids':
    case 'numbers':
    case 'words':
      return { maxItems: field.max };
    case 'set':
      return { items: { type: 'string', enum: [...field.options] } };
    case 'ratings':
      return { items: { type: 'integer', minimum: 1, maximum: 5 } };
    default:
      return {};
  }
}

const KINDS: Readonly<Record<Field['kind'], string | string[]>> = {
  switch: 'boolean',
  choice: 'string',
  basis: 'string',
  number: 'integer',
  columns: 'object',
  text: 'string',
  css: 'string',
  font: 'string',
  url: ['string', 'null'],
  date: ['string', 'null'],
  colour: ['string', 'null'],
  translation: ['string', 'null'],
  locale: 'string',
  ids: 'array',
  numbers: 'array',
  words: 'array',
  ratings: 'array',
  set: 'array',
  strings: 'object',
};

function expectMatch(path: string, field: Field | undefined, schema: SettingSchema): void {
  expect({ path, exists: field !== undefined }).toEqual({ path, exists: true });
  if (!field) return;
  expect({ path, ...schema }).toMatchObject({ path, ...boundsOf(field) });
  const optional = field.kind === 'number' && field.optional;
  const types = [schema.type].flat();
  const numeric = types.includes('number') ? 'number' : 'integer';
  const type = field.kind === 'number' ? (optional ? [numeric, 'null'] : numeric) : KINDS[field.kind];
  expect({ path, types }).toEqual({ path, types: [type].flat() });
  const most = Object.entries(field.kind === 'columns' ? field.most : {});
  const bounds = most.map(([device]) => [device, schema.properties?.[device]?.maximum]);
  expect({ path, bounds }).toEqual({ path, bounds: most });
}

describe('the fields of settings', () => {
  it.each(SHARED)('are those of the block %s in the document of the API', (block) => {
    const schemas = schemaOf(`${capitalised(block)}Settings`);
    expect(Object.keys(BLOCK_FIELDS[block] ?? {}).sort()).toEqual(Object.keys(schemas).sort());
    for (const [key, schema] of Object.entries(schemas))
      expectMatch(`${block}.${key}`, BLOCK_FIELDS[block]?.[key], schema);
  });

  it('have every text that can be replaced', () => {
    const strings = schemaOf('I18nSettings').strings?.properties ?? {};
    expect([...STRING_KEYS]).toEqual(Object.keys(strings));
  });

  it('exist for twelve types', () => {
    expect(TYPES).toHaveLength(12);
  });

  it.each(TYPES)('are those of the layout of %s in the document of the API', (type) => {
    const fields = layoutFields(type);
    for (const [key, schema] of Object.entries(schemaOf(`${capitalised(type)}Layout`)))
      expectMatch(`${type}.${key}`, fields[key], schema);
  });
});

describe('fieldsOf', () => {
  it('returns the settings that the defaults have, block by block', () => {
    const defaults: Json = { layout: { arrows: true }, source: { tags: [], sort: 'newest' }, seo: {} };
    expect(fieldsOf('carousel', defaults).map(({ path }) => path.join('.'))).toEqual([
      'source.tags',
      'source.sort',
      'layout.arrows',
    ]);
  });

  it('makes a field for a setting of a newer service, and none for what it cannot show', () => {
    const defaults: Json = { style: { glow: true, depth: 3, mood: 'calm', parts: { a: 1 } } };
    expect(fieldsOf('list', defaults).map(({ key, field }) => [key, field.kind])).toEqual([
      ['glow', 'switch'],
      ['depth', 'number'],
      ['mood', 'text'],
    ]);
  });

  it('ignores a block that is no object', () => {
    expect(isObject(null)).toBe(false);
    expect(fieldsOf('list', { style: null })).toEqual([]);
  });
});

describe('matching', () => {
  const fields = fieldsOf('list', { style: { star_color: null, radius: 1 }, card: { show_rating: true } });
  const labels: Record<string, string> = { star_color: 'Stars', radius: 'Corner radius' };
  const labelOf = ({ key }: { key: string }): string => labels[key] ?? key;

  it('finds settings by the words of their label and by their key', () => {
    expect(matching(fields, 'corner RAD', labelOf).map(({ key }) => key)).toEqual(['radius']);
    expect(matching(fields, 'style.star_color', labelOf).map(({ key }) => key)).toEqual(['star_color']);
    expect(matching(fields, 'nothing', labelOf)).toEqual([]);
  });

  it('returns all settings without a search', () => {
    expect(matching(fields, '  ', labelOf)).toHaveLength(3);
  });
});
