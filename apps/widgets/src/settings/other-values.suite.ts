import type { Schema } from './schema';
import type { Settings } from './settings';
import { isJsonObject, type JsonObject } from './settings-merge';
import { settingsSchemaOf } from './settings-schemas';
import type { WidgetType } from './widget-types';

/** One setting of a widget type. */
export interface SettingOfType {
  /** Such as `['style', 'radius']`. */
  path: string[];
  schema: Schema;
  value: unknown;
}

/** Returns each setting of a type with its schema and its value in `settings`. */
export function settingsOf(type: WidgetType, settings: Settings): SettingOfType[] {
  return leaves(settingsSchemaOf(type), settings as unknown as JsonObject, []);
}

/** Returns values that the schema allows and that differ from the value of the setting. */
export function otherValues({ schema, value }: SettingOfType): unknown[] {
  const rule = JSON.stringify(schema);
  if (typeof value === 'boolean') return [!value];
  if (schema.enum) return schema.enum.filter((other) => other !== value);
  if (Array.isArray(value)) return [[otherItem(schema.then?.items ?? {})]];
  if (rule.includes('web-url')) return ['https://z.example/'];
  if (rule.includes('colour')) return ['#abcdef'];
  if (rule.includes('"font"')) return ['Georgia'];
  if (rule.includes('date-or-time')) return ['2026-01-31'];
  if (/locale|language/.test(rule)) return ['de'];
  if (typeof value === 'number') return [value + 1];
  return value === null ? [schema.maximum ?? 700] : ['abc'];
}

/** Returns settings with one value, as a patch. */
export function settingAt(path: readonly string[], value: unknown): JsonObject {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}

function leaves(schema: Schema, settings: JsonObject, path: string[]): SettingOfType[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const inner = schema.properties?.[key] ?? {};
    const here = [...path, key];
    return isJsonObject(value) ? leaves(inner, value, here) : [{ path: here, schema: inner, value }];
  });
}

function otherItem(items: Schema): unknown {
  if (items.enum) return items.enum[0];
  if (items.type === 'integer') return items.minimum ?? 1;
  return JSON.stringify(items).includes('anguage') ? 'de' : 'abc';
}
