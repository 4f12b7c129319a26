import { ApiError, type FieldError } from '@plaudit/contracts';
import type { Settings } from './settings';
import { applyPatch, type JsonObject, mergeSettings } from './settings-merge';
import { settingsSchemaOf } from './settings-schemas';
import { findInvalidSettings, findUnknownKeys } from './settings-validator';
import { withTheme } from './themes';
import { getWidgetType, type WidgetType } from './widget-types';

interface ChangedSettings {
  /** The settings that differ from the defaults. Only these are stored. */
  overrides: JsonObject;
  /** The complete settings. */
  settings: Settings;
}

/**
 * Merges a client's patch into the stored overrides of a widget.
 * @throws ApiError 422 `invalid_setting`, which names every wrong value and unknown key by its dotted path.
 */
export function changeSettings(type: WidgetType, overrides: JsonObject, patch: unknown): ChangedSettings {
  refuse(findUnknownKeys(type, patch));
  const schema = settingsSchemaOf(type);
  // The theme after the change decides which values are those of the theme, which are not stored.
  const theme = applyPatch(schema, defaultsOf(type), overrides, patch as JsonObject);
  const defaults = withTheme(defaultsOf(type), theme);
  const changed = applyPatch(schema, defaults, overrides, patch as JsonObject);
  const merged = mergeSettings(defaults, changed);
  refuse(findInvalidSettings(type, merged));
  return { overrides: changed, settings: merged as unknown as Settings };
}

/** Returns the complete settings of a stored widget: its overrides over the values of its theme, over the current defaults. */
export function readSettings(type: WidgetType, overrides: JsonObject): Settings {
  return mergeSettings(withTheme(defaultsOf(type), overrides), overrides) as unknown as Settings;
}

function defaultsOf(type: WidgetType): JsonObject {
  return getWidgetType(type).settings as unknown as JsonObject;
}

function refuse(errors: FieldError[]): void {
  const [first] = errors;
  if (first) throw new ApiError('invalid_setting', first.msg, { field: first.field, errors });
}
