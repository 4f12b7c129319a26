/**
 * Returns the own value of a record under a key that may come from outside, and undefined if the record has none or does not
 * exist. `record[key]` would also find what every object inherits, such as `constructor`.
 */
export function ownValue<T>(
  record: Readonly<Record<string, T>> | null | undefined,
  key: string,
): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
