/**
 * Returns true if the JSON text of `value` reads back as an equal value. A field that is undefined counts as absent, as the
 * rules of payloads have it.
 */
export function isWireForm(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || 'toJSON' in value) return false;
  if (Array.isArray(value)) return isListInWireForm(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const field of Object.values(value)) if (field !== undefined && !isWireForm(field)) return false;
  return true;
}

/** JSON has null in place of a gap, which `every` would skip. */
function isListInWireForm(list: readonly unknown[]): boolean {
  for (const item of list) if (!isWireForm(item)) return false;
  return true;
}
