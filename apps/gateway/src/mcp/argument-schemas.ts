import type { JsonSchema } from './tool';

/** Schemas that several tools share. */

export function text(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: 'string', description, ...more };
}

export function integer(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: 'integer', description, ...more };
}

export function number(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: 'number', description, ...more };
}

export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** Adds null to the types that a schema accepts. */
export function orNull({ type, ...rest }: JsonSchema): JsonSchema {
  return { type: [type, 'null'], ...rest };
}

export function id(of: string): JsonSchema {
  return integer(`Id of the ${of}`, { minimum: 1 });
}

/** Retrying with the same key within 24 hours returns the first answer instead of doing it twice. */
export const IDEMPOTENCY: Readonly<Record<string, JsonSchema>> = {
  'Idempotency-Key': text(
    'Any text of your own that is new for each thing to add; a repeat with the same one within 24 hours returns the first answer and adds nothing',
    { minLength: 1, maxLength: 255 },
  ),
};
