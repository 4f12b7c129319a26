import { ownValue } from '@plaudit/contracts';
import type { Tool, ToolArgument } from './tool';

const DIGITS = /^\d{1,15}$/;

/**
 * Returns the arguments of a call as the audit may store them. Numbers and booleans are kept where the schema has them,
 * texts where the schema lists them. Any other value is replaced by its kind, such as `[text]`. Neither a secret
 * (`access_token`) nor personal data (author, review text) is stored then, even in the wrong argument. Unknown arguments
 * are left out.
 */
export function auditedArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = tool.arguments.filter(({ name }) => ownValue(given, name) !== undefined);
  return Object.fromEntries(known.map(({ name, schema }) => [name, audited(schema, ownValue(given, name))]));
}

function audited(schema: ToolArgument['schema'], value: unknown): unknown {
  const choices = Array.isArray(schema.oneOf) ? (schema.oneOf as ToolArgument['schema'][]) : [schema];
  const types = choices.flatMap(({ type }) => type);
  const isListed = choices.some(({ enum: listed }) => Array.isArray(listed) && listed.includes(value));
  if (value === null || isListed) return value;
  if (Array.isArray(value)) return '[list]';
  if (typeof value === 'boolean') return types.includes('boolean') ? value : '[flag]';
  if (typeof value === 'object') return '[object]';
  const isNumeric = types.includes('integer') || types.includes('number');
  if (typeof value === 'number') return isNumeric ? value : '[number]';
  return isNumeric && typeof value === 'string' && DIGITS.test(value) ? value : '[text]';
}
