import { ApiError, type FieldError } from '@plaudit/contracts';
import type { Settings } from './settings';
import type { CheckTree } from './settings-checks';
import { applyPatch, isJsonObject, type JsonObject, mergeSettings } from './settings-merge';
import { schemaOf } from './settings-schema';
import { getWidgetType, type WidgetType } from './widget-types';

interface ChangedSettings {
  /** What is stored. */
  overrides: JsonObject;
  /** What is read. */
  settings: Settings;
}

/**
 * The settings of a widget after a client sent `patch`.
 * @throws ApiError 422 `invalid_setting`, naming every bad value and unknown key by its dotted path.
 */
export function changeSettings(type: WidgetType, overrides: JsonObject, patch: unknown): ChangedSettings {
  if (!isJsonObject(patch)) throw invalid([{ field: 'settings', msg: 'settings must be an object.' }]);
  const schema = schemaOf(type);
  const misplaced = shapeProblems(type, schema, patch, 'settings');
  if (misplaced.length > 0) throw invalid(misplaced);
  const defaults = getWidgetType(type).settings as unknown as JsonObject;
  const changed = applyPatch(defaults, overrides, patch);
  const merged = mergeSettings(defaults, changed);
  const problems = valueProblems(schema, merged, 'settings');
  const found = problems.length > 0 ? problems : crossProblems(merged as unknown as Settings);
  if (found.length > 0) throw invalid(found);
  return { overrides: changed, settings: merged as unknown as Settings };
}

/** The full settings object of a stored widget. */
export function readSettings(type: WidgetType, overrides: JsonObject): Settings {
  const defaults = getWidgetType(type).settings as unknown as JsonObject;
  return mergeSettings(defaults, overrides) as unknown as Settings;
}

function shapeProblems(type: WidgetType, schema: CheckTree, patch: JsonObject, path: string): FieldError[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const field = `${path}.${key}`;
    const expected = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (!expected) return [{ field, msg: `${field} is not a setting of the widget type ${type}.` }];
    if (typeof expected === 'function' || value === null) return [];
    if (!isJsonObject(value)) return [{ field, msg: `${field} must be an object.` }];
    return shapeProblems(type, expected, value, field);
  });
}

function valueProblems(schema: CheckTree, settings: JsonObject, path: string): FieldError[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const field = `${path}.${key}`;
    const expected = schema[key];
    if (typeof expected === 'object') return valueProblems(expected, value as JsonObject, field);
    const problem = expected?.(value);
    return problem ? [{ field, msg: `${field} ${problem}.` }] : [];
  });
}

function crossProblems({ source }: Settings): FieldError[] {
  const problems: FieldError[] = [];
  if (source.min_rating !== null && source.max_rating !== null && source.min_rating > source.max_rating) {
    problems.push(above('settings.source.min_rating', 'settings.source.max_rating'));
  }
  if (
    source.since !== null &&
    source.until !== null &&
    source.since.slice(0, 10) > source.until.slice(0, 10)
  ) {
    problems.push(above('settings.source.since', 'settings.source.until'));
  }
  return problems;
}

function above(field: string, bound: string): FieldError {
  return { field, msg: `${field} must not be above ${bound}.` };
}

function invalid(errors: FieldError[]): ApiError {
  const [first] = errors as [FieldError];
  return new ApiError('invalid_setting', first.msg, { field: first.field, errors });
}
