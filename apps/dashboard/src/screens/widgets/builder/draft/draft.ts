import { ownValue } from '@plaudit/contracts/own-value';
import {
  difference,
  isObject,
  type Json,
  leafPaths,
  merged,
  type Path,
  sameJson,
  valueAt,
  withoutValue,
  withValue,
} from './json-paths';
import { THEME_VALUES } from './theme-values';

const THEME: Path = ['style', 'theme'];

/** Returns the defaults of a type under the theme that `overrides` choose, as the service computes them. */
export function defaultsUnder(typeDefaults: Json, overrides: Json): Json {
  const theme = valueAt(overrides, THEME) ?? valueAt(typeDefaults, THEME);
  return merged(typeDefaults, { style: ownValue(THEME_VALUES, String(theme)) ?? {} });
}

/** Returns the complete settings: the overrides over the defaults. */
export function completeSettings(typeDefaults: Json, overrides: Json): Json {
  return merged(defaultsUnder(typeDefaults, overrides), overrides);
}

/** Returns the settings that differ from the defaults. The service stores only these. */
export function overridesOf(typeDefaults: Json, settings: Json): Json {
  return difference(defaultsUnder(typeDefaults, settings), settings);
}

/** Returns the overrides after a setting got a value. The default value is not an override. */
export function changed(typeDefaults: Json, overrides: Json, path: Path, value: unknown): Json {
  const next = withValue(overrides, path, value);
  const byDefault = valueAt(defaultsUnder(typeDefaults, next), path);
  if (isObject(value)) return overridesOf(typeDefaults, completeSettings(typeDefaults, next));
  return sameJson(value, byDefault) ? withoutValue(overrides, path) : next;
}

/** Returns the overrides without those of a setting or of a whole block. */
export function resetted(overrides: Json, path: Path): Json {
  return withoutValue(overrides, path);
}

/** Returns the paths whose values differ between two sets of overrides. */
export function dirtyPaths(before: Json, after: Json): Path[] {
  const paths = new Map([...leafPaths(before), ...leafPaths(after)].map((path) => [path.join('\n'), path]));
  return [...paths.values()].filter((path) => !sameJson(valueAt(before, path), valueAt(after, path)));
}

/**
 * Returns the change that turns the stored overrides into those of the draft. A setting that was reset is sent with its
 * default value, and as `null` if it has none, such as a text that replaced a translation.
 */
export function patchBetween(typeDefaults: Json, before: Json, after: Json): Json {
  const complete = completeSettings(typeDefaults, after);
  return dirtyPaths(before, after).reduce<Json>(
    (patch, path) => withValue(patch, path, valueAt(complete, path) ?? null),
    {},
  );
}

/** Returns how many settings of a block, or of all blocks, are not the default. */
export function overrideCount(overrides: Json, block?: string): number {
  if (block === undefined) return leafPaths(overrides).length;
  const inner = ownValue(overrides, block);
  return isObject(inner) ? leafPaths(inner).length : 0;
}

/** Returns true if a setting, or a part of it, is not the default. */
export function isOverridden(overrides: Json, path: Path): boolean {
  return valueAt(overrides, path) !== undefined;
}
