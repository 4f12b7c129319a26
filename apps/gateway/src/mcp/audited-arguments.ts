import { argumentsOf, type JsonSchema, type Tool } from './tool';

const DIGITS = /^\d{1,15}$/;

/**
 * What the audit keeps of a call's arguments: numbers and flags where the schema has them, and texts that it lists; of
 * anything else only what kind of value it was. So neither a secret (`access_token`) nor a person's data (recipient,
 * author, review text) can get there, whichever argument it was put into. Unknown arguments are not kept at all.
 */
export function auditedArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.entries(argumentsOf(tool)).filter(([name]) => given[name] !== undefined);
  return Object.fromEntries(known.map(([name, schema]) => [name, audited(schema, given[name])]));
}

function audited({ type, enum: listed }: JsonSchema, value: unknown): unknown {
  const types = [type].flat();
  if (value === null || (Array.isArray(listed) && listed.includes(value))) return value;
  if (Array.isArray(value)) return '[list]';
  if (typeof value === 'boolean') return types.includes('boolean') ? value : '[flag]';
  if (typeof value === 'object') return '[object]';
  const isNumeric = types.includes('integer') || types.includes('number');
  if (typeof value === 'number') return isNumeric ? value : '[number]';
  return isNumeric && typeof value === 'string' && DIGITS.test(value) ? value : '[text]';
}
