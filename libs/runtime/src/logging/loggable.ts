import { types } from 'node:util';

/** The fields of a failed statement that name the fault. Postgres and node-postgres define them. */
const DATABASE_FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint'] as const;

/** Fields that hold credentials or a person's data wherever they appear. */
const PRIVATE_NAMES = new Set([
  'authorization',
  'cookie',
  'email',
  'parameters',
  'password',
  'proxy-authorization',
  'secret',
  'set-cookie',
  'token',
]);

const MAX_DEPTH = 6;

/** Also recognises errors that Node made for another realm, as in jest or a vm. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/**
 * Returns what may be logged of a value. Errors, at any depth, become {@link errorFields}. Fields with credentials become
 * "[redacted]".
 */
export function loggable(value: unknown, depth = 0): unknown {
  if (isError(value)) return errorFields(value, depth);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((one) => loggable(one, depth + 1));
  return loggableFields(value, {}, depth);
}

/** Adds the fields of an object to `target`, as {@link loggable} returns them, and returns it. */
export function loggableFields(
  fields: object,
  target: Record<string, unknown>,
  depth = 0,
): Record<string, unknown> {
  // A loop, because each request is logged: with Object.entries a line took twice as long.
  for (const name of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[name];
    target[name] = PRIVATE_NAMES.has(name.toLowerCase()) ? '[redacted]' : loggable(value, depth + 1);
  }
  return target;
}

/**
 * Returns type, message, stack and causes of an error, and what names the fault of a failed statement. It leaves out all other
 * fields: TypeORM, undici and others keep statements, parameters, headers and bodies there.
 */
function errorFields(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const known = error as Partial<Record<(typeof DATABASE_FIELDS)[number], unknown>>;
  const fields = DATABASE_FIELDS.flatMap((field) => (isShort(known[field]) ? [[field, known[field]]] : []));
  const type = error.constructor.name || name;
  const inner = depth >= MAX_DEPTH ? {} : innerErrors(cause, error, depth);
  return { type, message, ...(Object.fromEntries(fields) as object), stack, ...inner };
}

function innerErrors(cause: unknown, error: Error, depth: number): Record<string, unknown> {
  const several: unknown[] = error instanceof AggregateError ? error.errors : [];
  return {
    ...(isError(cause) ? { cause: errorFields(cause, depth + 1) } : {}),
    ...(several.length > 0
      ? { errors: several.filter(isError).map((one) => errorFields(one, depth + 1)) }
      : {}),
  };
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 100);
}
