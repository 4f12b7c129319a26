import { ApiError } from '@plaudit/contracts';

// Tab, line feed and carriage return are allowed in text. Other control characters are not.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const MAX_DEPTH = 32;
/** Names with a special meaning in JavaScript. Nest would drop them silently. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Throws an `ApiError` that names the field if a body or query contains a control character, a lone surrogate or a
 * reserved name, or is nested more than 32 levels deep.
 */
export function assertCleanText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') return assertCleanString(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH)
    throw new ApiError('validation_failed', `${path} is nested too deeply; flatten it.`, { field: path });
  for (const [key, child] of Object.entries(value)) {
    const here = childPath(path, key, Array.isArray(value));
    assertCleanString(key, here);
    assertUnreserved(key, here);
    assertCleanText(child, here, depth + 1);
  }
}

function assertUnreserved(key: string, field: string): void {
  if (!RESERVED.has(key)) return;
  throw new ApiError('invalid_value', `${field} has a name that is reserved; choose another.`, { field });
}

export function childPath(path: string, key: string, inArray: boolean): string {
  if (inArray) return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

function assertCleanString(text: string, path: string): void {
  // Node 20 has isWellFormed; the configured TypeScript lib does not declare it.
  const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
  if (wellFormed && !CONTROL.test(text)) return;
  const what = wellFormed ? 'control characters' : 'half of a surrogate pair (broken UTF-16)';
  const field = path.replace(CONTROL, '?');
  throw new ApiError('invalid_value', `${field} contains ${what}; remove them and send it again.`, { field });
}
