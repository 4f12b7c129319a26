import { ownValue } from '@plaudit/contracts';
import { type Wording, wordingOf } from '../messages/wording';
import type { InviteSettings } from './invite-settings';
import { LANGUAGES, type Language } from './languages';
import type { Fields, Rows, Setting } from './fields/setting-field';
import { SETTING_FIELDS } from './fields/setting-fields';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The columns of a profile that its settings follow from. */
export interface StoredProfile {
  name: string;
  is_default: boolean;
  /** What the client set, without the name and the default mark. */
  settings: JsonObject;
}

/** Returns the complete settings: what the client set, over the defaults of the language. */
export function resolveSettings({ name, is_default, settings }: StoredProfile): InviteSettings {
  const stored = { ...settings, name, default: is_default };
  return resolved(SETTING_FIELDS, stored, wordingIn(stored)) as unknown as InviteSettings;
}

/** Returns what is stored after an accepted change: objects are merged, lists are replaced, `null` restores a default. */
export function mergeSettings(stored: JsonObject, patch: JsonObject): JsonObject {
  return merged(SETTING_FIELDS, stored, patch);
}

/**
 * Leaves out what needs not be stored, so that a client may send complete settings back and the profile still follows its language:
 * a value that is the default, and one that was the default before and was not set.
 */
export function withoutDefaults(changed: JsonObject, before: JsonObject): JsonObject {
  const defaults: Defaults = { now: wordingIn(changed), before: wordingIn(before) };
  return pruned(SETTING_FIELDS, changed, before, defaults);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Defaults {
  now: Wording;
  before: Wording;
}

function wordingIn(stored: JsonObject): Wording {
  const language = ownValue(stored, 'language') as Language | undefined;
  return wordingOf(language && LANGUAGES.includes(language) ? language : 'en');
}

function resolved(fields: Fields, stored: JsonObject, wording: Wording): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, setting]) => [
      key,
      resolvedValue(setting, ownValue(stored, key), wording),
    ]),
  );
}

function resolvedValue(setting: Setting, stored: unknown, wording: Wording): unknown {
  if (setting.kind === 'field') return stored ?? setting.byDefault(wording);
  if (setting.kind === 'block') return resolved(setting.fields, objectOr(stored), wording);
  const rows = Array.isArray(stored) ? (stored as JsonObject[]) : setting.byDefault;
  return rows.map((row, position) => ({ ...setting.rowDefault(wording, position, rows.length), ...row }));
}

function merged(fields: Fields, stored: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map(Object.entries(stored));
  for (const [key, value] of Object.entries(patch)) {
    const next = mergedValue(ownValue(fields, key) as Setting, ownValue(stored, key), value);
    if (next === undefined) result.delete(key);
    else result.set(key, next);
  }
  return Object.fromEntries(result);
}

function mergedValue(setting: Setting, stored: unknown, value: unknown): unknown {
  if (value === null) return undefined;
  if (setting.kind === 'field') return setting.normalise(value);
  if (setting.kind === 'block') return merged(setting.fields, objectOr(stored), value as JsonObject);
  return (value as JsonObject[]).map((row) => merged(setting.fields, {}, row));
}

function pruned(fields: Fields, changed: JsonObject, before: JsonObject, defaults: Defaults): JsonObject {
  const kept = Object.entries(changed).flatMap(([key, value]): [string, unknown][] => {
    const setting = ownValue(fields, key) as Setting;
    const next = prunedValue(setting, value, ownValue(before, key), defaults);
    return next === undefined ? [] : [[key, next]];
  });
  return Object.fromEntries(kept);
}

function prunedValue(
  setting: Setting,
  value: unknown,
  before: unknown,
  { now, before: then }: Defaults,
): unknown {
  if (setting.kind === 'rows')
    return prunedRows(setting, value as JsonObject[], before, { now, before: then });
  if (setting.kind === 'block') {
    const inner = pruned(setting.fields, value as JsonObject, objectOr(before), { now, before: then });
    return Object.keys(inner).length > 0 ? inner : undefined;
  }
  const isDefault = sameJson(value, setting.byDefault(now));
  const isUnchanged = before === undefined && sameJson(value, setting.byDefault(then));
  return isDefault || isUnchanged ? undefined : value;
}

function prunedRows(setting: Rows, rows: JsonObject[], before: unknown, defaults: Defaults): unknown {
  const stored = Array.isArray(before) ? (before as JsonObject[]) : setting.byDefault;
  const kept = rows.map((row, position) => {
    const now = setting.rowDefault(defaults.now, position, rows.length);
    const then = setting.rowDefault(defaults.before, position, stored.length);
    const values = Object.entries(row).filter(([key, value]) => {
      // The delay and its unit say what the row is, so they are always stored.
      if (key.startsWith('delay')) return true;
      const wasSet = ownValue(stored[position] ?? {}, key) !== undefined;
      return !sameJson(value, ownValue(now, key)) && (wasSet || !sameJson(value, ownValue(then, key)));
    });
    return { ...Object.fromEntries(values), delay_unit: row.delay_unit ?? now.delay_unit };
  });
  return sameRows(kept, setting.byDefault) ? undefined : kept;
}

function sameRows(rows: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const sorted = (list: readonly JsonObject[]): unknown =>
    list.map((row) => Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
  return sameJson(sorted(rows), sorted(others));
}

function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
