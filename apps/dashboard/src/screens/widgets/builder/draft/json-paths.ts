import { ownValue } from '@plaudit/contracts/own-value';

export type Json = { [key: string]: unknown };

/** The keys that lead to a setting, such as `style`, `radius`. */
export type Path = readonly string[];

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text or a number as text, and an empty text for anything else. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Returns the value at a path, or undefined if there is none. */
export function valueAt(tree: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? ownValue(value, key) : undefined), tree);
}

/** Returns a copy of the tree with another value at the path. */
export function withValue(tree: Json, path: Path, value: unknown): Json {
  const [key, ...rest] = path;
  if (key === undefined) return tree;
  const inner = ownValue(tree, key);
  return { ...tree, [key]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value) };
}

/** Returns a copy of the tree without the path, and without objects that become empty by that. */
export function withoutValue(tree: Json, path: Path): Json {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(tree, key)) return tree;
  const { [key]: inner, ...others } = tree;
  if (rest.length === 0 || !isObject(inner)) return others;
  const left = withoutValue(inner, rest);
  return Object.keys(left).length > 0 ? { ...others, [key]: left } : others;
}

/** Returns the values of `over` in the place of those of `base`. Objects are merged, lists are replaced. */
export function merged(base: Json, over: Json): Json {
  const result: Json = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = ownValue(base, key);
    result[key] = isObject(value) && isObject(below) ? merged(below, value) : value;
  }
  return result;
}

/** Returns what differs from `base`: the values of `tree` that `base` does not have. */
export function difference(base: Json, tree: Json): Json {
  const result: Json = {};
  for (const [key, value] of Object.entries(tree)) {
    const below = ownValue(base, key);
    if (isObject(value) && isObject(below)) {
      const inner = difference(below, value);
      if (Object.keys(inner).length > 0) result[key] = inner;
    } else if (!sameJson(value, below)) result[key] = value;
  }
  return result;
}

/** Returns the paths of all values that are not objects. */
export function leafPaths(tree: Json, above: Path = []): Path[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isObject(value) ? leafPaths(value, [...above, key]) : [[...above, key]],
  );
}
