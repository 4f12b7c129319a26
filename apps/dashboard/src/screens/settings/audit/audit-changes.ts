export interface FieldChange {
  /** The path of the field, such as `limits.users`. */
  field: string;
  /** Null if the field was not there before or is not there after. */
  before: string | null;
  after: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 200;
/** The text of a field without a value. */
const NO_VALUE = 'null';

/**
 * Returns the fields whose value changed, in the order of the entry. Nested objects give one line for each of their fields. A field
 * without a value says nothing about a new or deleted object.
 */
export function changedFields(before: Fields | null, after: Fields | null): FieldChange[] {
  const old = flatten(before ?? {});
  const next = flatten(after ?? {});
  const fields = [...new Set([...old.keys(), ...next.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? null, after: next.get(field) ?? null }))
    .filter((change) => (change.before ?? NO_VALUE) !== (change.after ?? NO_VALUE));
}

/** What the log notes about a request that another part of the product answered. */
const REQUEST_FIELDS = new Set(['route', 'method', 'status', 'sub_account_id', 'replayed', 'name']);

/** What the log notes about how a person signed in. */
const SIGN_IN_FIELDS = new Set(['by', 'host', 'key_id']);

/**
 * Splits the changes of an entry from the facts of its request. Only entries with a route, and those of a sign-in, have such facts. The
 * name of what a request changed is in the sentence.
 */
export function splitRequest(changes: readonly FieldChange[]): {
  changes: FieldChange[];
  request: FieldChange[];
} {
  const isRequest = changes.some(({ field }) => field === 'route');
  const isFact = ({ field, before }: FieldChange): boolean =>
    (isRequest && REQUEST_FIELDS.has(field)) || (before === null && SIGN_IN_FIELDS.has(field));
  return { changes: changes.filter((one) => !isFact(one)), request: changes.filter(isFact) };
}

/** Leaves out the name of a new or deleted object and of one that another part changed, because the sentence has it. */
export function withoutName(changes: readonly FieldChange[], name: string | null): FieldChange[] {
  return changes.filter(({ before, after }) =>
    before !== null && after !== null ? true : (after ?? before) !== name,
  );
}

/** Returns the name of what was changed if the entry has it. */
export function targetName(before: Fields | null, after: Fields | null): string | null {
  const names = [after, before].flatMap((fields) => [fields?.name, fields?.email, fields?.company_name]);
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

function flatten(fields: Fields, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    const field = prefix + name;
    if (isFields(value) && Object.keys(value).length > 0)
      for (const [inner, text] of flatten(value, `${field}.`)) flat.set(inner, text);
    else if (value !== undefined) flat.set(field, textOf(value));
  }
  return flat;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
