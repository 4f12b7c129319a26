import { ownValue } from '@plaudit/contracts';
import { parseDecimal } from '../../normalise/numbers';

/** An object of an answer. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Where a value is in an answer: the names and indexes that lead to it, with dots between them, such as `user.name` or
 * `replies.0.text`. `''` is the answer itself. Of several paths, the first that leads to a value counts.
 */
export type Path = string | readonly string[];

/** A value of an answer: where it is, or how it is made. */
export type Source<Of, At> = Path | ((of: Of, at: At) => unknown);

/** Returns the value at a path. Returns undefined if there is none, or null, or if the answer has another form. */
export function valueAt(json: unknown, path: Path): unknown {
  for (const one of typeof path === 'string' ? [path] : path) {
    const value = follow(json, one);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Returns the text at a path, or an empty one. */
export function textAt(json: unknown, path: Path): string {
  const value = valueAt(json, path);
  return typeof value === 'string' ? value : '';
}

/** Returns the number at a path, or null. A server may send a number as text: `"5"`. */
export function numberAt(json: unknown, path: Path): number | null {
  return parseDecimal(valueAt(json, path));
}

/** Returns the source of a number of votes. 0 votes say nothing and are left out. */
export const votesAt =
  (path: Path) =>
  (json: unknown): number | null =>
    numberAt(json, path) || null;

/** Returns at most `limit` elements of the list at a path. A value that is no list is one element. */
export function elementsAt(json: unknown, path: Path, limit: number): readonly unknown[] {
  const value = valueAt(json, path);
  if (Array.isArray(value)) return value.slice(0, limit);
  return value === undefined ? [] : [value];
}

/** Adds fields to the elements of a list. An element that is no object stays as it is. */
export function withFields(list: readonly unknown[], fieldsOf: (element: object) => JsonObject): unknown[] {
  return list.map((element) =>
    typeof element === 'object' && element !== null ? { ...element, ...fieldsOf(element) } : element,
  );
}

/** Returns the value of a source. */
export function valueOf<Of, At>(source: Source<Of, At> | undefined, of: Of, at: At): unknown {
  if (source === undefined) return undefined;
  return typeof source === 'function' ? source(of, at) : valueAt(of, source);
}

/** Names come from our own code, but only an answer's own values are read. */
function follow(json: unknown, path: string): unknown {
  let value = json;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = ownValue(value as JsonObject, name);
  }
  return value;
}
