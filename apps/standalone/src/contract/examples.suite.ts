import type { ApiDocument, ApiOperation, JsonSchema } from '@plaudit/runtime';
import { answerOf } from './schema-fields.suite';

type Json = Readonly<Record<string, unknown>>;

/** Ids that exist, for the fields of an example that name objects. */
export interface Existing {
  subAccount: number;
  source: number;
}

/** Returns the example of a request as it can be sent: ids that do not exist are replaced by ids that do. */
export function sendable(example: unknown, there: Existing): unknown {
  if (Array.isArray(example)) return example.map((item) => sendable(item, there));
  if (!isObject(example)) return example;
  const ids: Json = {
    sub_account_id: there.subAccount,
    sub_account_ids: [there.subAccount],
    sub_accounts: [there.subAccount],
    source_id: there.source,
  };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, ids[name] ?? sendable(value, there)]),
  );
}

/** Returns the status and the example of the documented success. */
export function documentedSuccess(
  document: ApiDocument,
  operation: ApiOperation,
): { status: number; example: unknown } {
  const status = Number(Object.keys(operation.responses).find((code) => code.startsWith('2')));
  return { status, example: answerOf(document, operation, status)?.content?.['application/json']?.example };
}

/**
 * Returns the differences between a response and its example: fields that only one of them has, other types, and other
 * values of fields that the example repeats from the request. An empty list and null have the shape of everything.
 */
export function differences(document: ApiDocument, example: unknown, given: unknown, echoed: Json): string[] {
  const free = freeFormFields(document);
  const optional = optionalFields(document);
  const compare = (shown: unknown, real: unknown, at: string): string[] => {
    if (shown === null || real === null) return [];
    if (Array.isArray(shown) && Array.isArray(real))
      return shown.length > 0 && real.length > 0 ? compare(shown[0], real[0], `${at}[0]`) : [];
    if (!isObject(shown) || !isObject(real))
      return typeof shown === typeof real ? [] : [`${at} is a ${typeof real}, not a ${typeof shown}`];
    return [...new Set([...Object.keys(shown), ...Object.keys(real)])].flatMap((name) => {
      const place = `${at}.${name}`;
      if (!(name in real)) return optional.has(name) ? [] : [`${place} is missing`];
      if (!(name in shown)) return [`${place} is not in the example`];
      const isEcho = name in echoed && isSame(shown[name], echoed[name]);
      if (isEcho && !isSame(real[name], echoed[name]))
        return [`${place} is ${JSON.stringify(real[name])}, not ${JSON.stringify(echoed[name])} as sent`];
      return free.has(name) ? [] : compare(shown[name], real[name], place);
    });
  };
  return compare(example, given, '');
}

/** Returns the fields that a response may leave out. */
function optionalFields({ components }: ApiDocument): Set<string> {
  const responses = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'));
  return new Set(
    responses.flatMap(([, schema]) => {
      const { properties = {}, required = [] } = typeof schema === 'object' ? schema : {};
      return Object.keys(properties).filter((name) => !required.includes(name));
    }),
  );
}

/** Returns the fields whose keys the client or the platform chooses. */
function freeFormFields(document: ApiDocument): Set<string> {
  const found = new Set<string>();
  const visit = (schema: JsonSchema | undefined): void => {
    if (typeof schema !== 'object') return;
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (typeof property === 'object' && property.additionalProperties) found.add(name);
      visit(property);
    }
    visit(schema.items);
  };
  for (const schema of Object.values(document.components.schemas)) visit(schema);
  return found;
}

/** Documents and responses come from different realms, so their prototypes differ. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
