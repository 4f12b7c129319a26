import { ownValue } from '@plaudit/contracts';
import { wordingOf } from '../messages/wording';
import type { InviteSettings } from './invite-settings';
import { LANGUAGES, type Language } from './languages';
import type { Defaults, Fields, Rows, Setting } from './fields/setting-field';
import { SETTING_FIELDS } from './fields/setting-fields';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The columns of a profile that its settings follow from. */
export interface StoredProfile {
  name: string;
  is_default: boolean;
  /** What the client set, without the name and the default mark. */
  settings: JsonObject;
  /** The zone of the account, which is the default of the send window. Without one it is UTC. */
  account_zone?: string | null;
}

/** Returns the complete settings: what the client set, over the defaults of the language and the account. */
export function resolveSettings({ name, is_default, settings, account_zone }: StoredProfile): InviteSettings {
  const stored = { ...settings, name, default: is_default };
  return resolved(SETTING_FIELDS, stored, defaultsIn(stored, account_zone)) as unknown as InviteSettings;
}

/** Returns what is stored after an accepted change: objects are merged, lists are replaced, `null` restores a default. */
export function mergeSettings(stored: JsonObject, patch: JsonObject): JsonObject {
  return merged(SETTING_FIELDS, stored, patch);
}

/**
 * Leaves out what needs not be stored, so that a client may send complete settings back and the profile still follows its language
 * and its account:
 * a value that is the default, and one that was the default before and was not set.
 */
export function withoutDefaults(
  changed: JsonObject,
  before: JsonObject,
  accountZone: string | null | undefined,
): JsonObject {
  const defaults: BothDefaults = {
    now: defaultsIn(changed, accountZone),
    before: defaultsIn(before, accountZone),
  };
  return pruned(SETTING_FIELDS, changed, before, defaults);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface BothDefaults {
  now: Defaults;
  before: Defaults;
}

function defaultsIn(stored: JsonObject, accountZone: string | null = null): Defaults {
  const language = ownValue(stored, 'language') as Language | undefined;
  const wording = wordingOf(language && LANGUAGES.includes(language) ? language : 'en');
  return { ...wording, timeZone: accountZone ?? 'UTC' };
}

function resolved(fields: Fields, stored: JsonObject, defaults: Defaults): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, setting]) => [
      key,
      resolvedValue(setting, ownValue(stored, key), defaults),
    ]),
  );
}

function resolvedValue(setting: Setting, stored: unknown, defaults: Defaults): unknown {
  if (setting.kind === 'field') return stored ?? setting.byDefault(defaults);
  if (setting.kind === 'block') return resolved(setting.fields, objectOr(stored), defaults);
  const rows = Array.isArray(stored) ? (stored as JsonObject[]) : setting.byDefault;
  return rows.map((row, position) => ({ ...setting.rowDefault(defaults, position, rows.length), ...row }));
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

function pruned(fields: Fields, changed: JsonObject, before: JsonObject, defaults: BothDefaults): JsonObject {
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
  { now, before: then }: BothDefaults,
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

function prunedRows(setting: Rows, rows: JsonObject[], before: unknown, defaults: BothDefaults): unknown {
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
