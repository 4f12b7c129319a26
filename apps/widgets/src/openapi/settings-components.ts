import { ownValue } from '@plaudit/contracts';
import type { JsonSchema, SchemaObject } from '@plaudit/runtime';
import type { Schema } from '../settings/schema';
import { settingsSchemaOf } from '../settings/settings-schemas';
import { isJsonObject, type JsonObject } from '../settings/settings-merge';
import { getWidgetType, WIDGET_CATALOGUE, WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { SETTING_DESCRIPTIONS } from './setting-descriptions';

/** In responses every setting is present. In requests every setting is optional and may be `null`. */
type Use = 'complete' | 'partial';

const SUFFIX: Readonly<Record<Use, string>> = { complete: '', partial: 'Input' };
const SCHEMAS = '#/components/schemas/';

/** Shown where the default of a setting is null or empty. */
const SAMPLES: Readonly<Record<string, string>> = {
  colour: '#d97706',
  language: 'en',
  'date-or-time': '2026-01-31',
  'web-url': 'https://www.example.com/',
};

/** Returns the beginning of the names of components: `list` becomes `List`. */
export function typeName(type: WidgetType): string {
  return capitalised(type);
}

/** Returns a reference to the settings of a widget type. */
export function settingsReference(type: WidgetType, use: Use): { $ref: string } {
  return { $ref: `${SCHEMAS}${settingsName(type, use)}` };
}

/** Returns the schemas of the settings of all types, and of the blocks that they consist of. */
export function settingsComponents(): Record<string, JsonSchema> {
  const uses: readonly Use[] = ['complete', 'partial'];
  return Object.fromEntries(
    uses.flatMap((use) => WIDGET_TYPES.flatMap((type) => componentsOfType(type, use))),
  );
}

function componentsOfType(type: WidgetType, use: Use): [name: string, schema: JsonSchema][] {
  const blocks = Object.entries(settingsSchemaOf(type).properties ?? {});
  const properties = blocks.map(([block]): [string, JsonSchema] => [
    block,
    use === 'complete'
      ? reference(type, block, use)
      : { anyOf: [reference(type, block, use), { type: 'null' }] },
  ]);
  const described = properties.map(([block, schema]): [string, JsonSchema] => [
    block,
    { ...(schema as SchemaObject), description: `The settings of the block \`${block}\`.` },
  ]);
  const example =
    use === 'complete' ? getWidgetType(type).settings : { header: { title: 'What guests say' } };
  return [
    ...blocks.map(([block, schema]): [string, JsonSchema] => [
      blockName(type, block, use),
      objectSchema(schema, [block], use),
    ]),
    [settingsName(type, use), { ...objectOf(Object.fromEntries(described), use), examples: [example] }],
  ];
}

function objectSchema(schema: Schema, path: readonly string[], use: Use): SchemaObject {
  const properties = Object.entries(schema.properties ?? {}).map(([key, inner]): [string, JsonSchema] => [
    key,
    settingSchema(inner, [...path, key], use),
  ]);
  return objectOf(Object.fromEntries(properties), use);
}

/** Responses may get more settings in a later version. In requests an unknown setting is an error. */
function objectOf(properties: Record<string, JsonSchema>, use: Use): SchemaObject {
  const rest = use === 'complete' ? { required: Object.keys(properties) } : { additionalProperties: false };
  return { type: 'object', ...rest, properties };
}

function settingSchema(schema: Schema, path: readonly string[], use: Use): SchemaObject {
  const made = schema.properties
    ? objectSchema(schema, path, schemaUse(path, use))
    : leafSchema(schema, path);
  return { ...(use === 'partial' ? orNull(made) : made), description: descriptionOf(schema, path) };
}

/** The texts are optional in responses too, because only those that were changed are present. */
function schemaUse(path: readonly string[], use: Use): Use {
  return path.join('.') === 'i18n.strings' ? 'partial' : use;
}

function leafSchema(schema: Schema, path: readonly string[]): SchemaObject {
  const items = schema.then?.items;
  return items
    ? { ...rulesOf(schema), items: rulesOf(items) }
    : { ...rulesOf(schema), examples: [exampleOf(schema, path)] };
}

/** Returns the keywords that generators of clients know. The formats of settings are described in words. */
function rulesOf({ type, enum: options, ...schema }: Schema): SchemaObject {
  const limits = ['minimum', 'maximum', 'maxLength', 'maxItems'] as const;
  return {
    type: typeof type === 'string' ? type : [...(type ?? [])],
    ...(options ? { enum: [...options] } : {}),
    ...Object.fromEntries(limits.flatMap((name) => (name in schema ? [[name, schema[name]]] : []))),
  };
}

function orNull(schema: SchemaObject): SchemaObject {
  const made = { ...schema, type: [...new Set([schema.type ?? [], 'null'].flat())] };
  return made.enum ? { ...made, enum: [...made.enum, null] } : made;
}

function descriptionOf({ description, format }: Schema, path: readonly string[]): string {
  const [block, key] = path.slice(-2) as [string, string];
  if (block === 'strings') return 'Replaces this text.';
  const meaning = ownValue(ownValue(SETTING_DESCRIPTIONS, block), key);
  if (!meaning) throw new Error(`setting-descriptions.ts does not describe ${path.join('.')}`);
  return format ? `${meaning} A value is ${description}.` : meaning;
}

/** Returns the first default of a setting that shows something, or a sample. */
function exampleOf(schema: Schema, path: readonly string[]): unknown {
  const defaults = WIDGET_CATALOGUE.map(({ settings }) => valueAt(settings as unknown as JsonObject, path));
  const shown = defaults.find((value) => value !== undefined && value !== null && value !== '');
  return (
    shown ?? ownValue(SAMPLES, schema.format ?? '') ?? schema.enum?.[0] ?? schema.minimum ?? 'Our guests'
  );
}

function valueAt(settings: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isJsonObject(value) ? ownValue(value, key) : undefined),
    settings,
  );
}

function reference(type: WidgetType, block: string, use: Use): { $ref: string } {
  return { $ref: `${SCHEMAS}${blockName(type, block, use)}` };
}

function settingsName(type: WidgetType, use: Use): string {
  return `${typeName(type)}Settings${SUFFIX[use]}`;
}

/** All types share their blocks except the layout. */
function blockName(type: WidgetType, block: string, use: Use): string {
  const name = block === 'layout' ? `${typeName(type)}Layout` : `${capitalised(block)}Settings`;
  return name + SUFFIX[use];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
