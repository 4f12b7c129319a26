import { ownValue } from '@plaudit/contracts';
import { mayBeNull, type Schema } from './schema';

export type JsonObject = { [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the overrides to store after `patch`. Objects are merged, lists and other values are replaced. `null` is a value of
 * the settings that may be null by the schema, and removes the override of any other. Values equal to the default are not
 * stored. A client may send complete settings back, and the widget still follows later changes of the defaults.
 */
export function applyPatch(
  schema: Schema,
  defaults: JsonObject,
  overrides: JsonObject,
  patch: JsonObject,
): JsonObject {
  const result: JsonObject = { ...overrides };
  for (const [key, value] of Object.entries(patch)) {
    const inner = ownValue(schema.properties, key) ?? {};
    const next = patchedValue(inner, ownValue(defaults, key), ownValue(overrides, key), value);
    if (next === undefined) delete result[key];
    else result[key] = next;
  }
  return result;
}

function patchedValue(schema: Schema, byDefault: unknown, current: unknown, value: unknown): unknown {
  if (value === null && !mayBeNull(schema)) return undefined;
  if (isJsonObject(value) && isJsonObject(byDefault)) {
    const merged = applyPatch(schema, byDefault, isJsonObject(current) ? current : {}, value);
    return Object.keys(merged).length > 0 ? merged : undefined;
  }
  return sameJson(value, byDefault) ? undefined : value;
}

/** Returns the complete settings: the overrides merged over the defaults. */
export function mergeSettings(defaults: JsonObject, overrides: JsonObject): JsonObject {
  const result: JsonObject = { ...defaults };
  for (const [key, value] of Object.entries(overrides)) {
    const byDefault = ownValue(defaults, key);
    result[key] = isJsonObject(value) && isJsonObject(byDefault) ? mergeSettings(byDefault, value) : value;
  }
  return result;
}

function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
