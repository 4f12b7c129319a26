import { isVisible, readEmailAddress } from '@plaudit/contracts';
import type { SchemaObject } from '@plaudit/runtime';
import type { Wording } from '../../messages/wording';

/** What the defaults of settings follow from: the texts of the language, and the zone of the account. */
export type Defaults = Wording & { timeZone: string };

/** One setting. */
export interface Field {
  kind: 'field';
  /** What the setting does. */
  description: string;
  /** What the value may be, as it appears after "must be". */
  must: string;
  accepts: (value: unknown) => boolean;
  /** Says more than `must` about a value that is not accepted. It begins with "must". */
  faultOf?: (value: unknown) => string;
  /** Returns the form of an accepted value that is stored. */
  normalise: (value: unknown) => unknown;
  byDefault: (defaults: Defaults) => unknown;
  /** True for a text whose `{{variables}}` are checked. */
  hasVariables: boolean;
  /** True if a new profile must have it. */
  required: boolean;
  schema: SchemaObject;
}

/** Settings under one key. They are merged with the stored ones. */
export interface Block<T extends Fields = Fields> {
  kind: 'block';
  description: string;
  fields: T;
}

/** A list of objects. A new list replaces the stored one. */
export interface Rows {
  kind: 'rows';
  description: string;
  fields: Readonly<Record<string, Field>>;
  min: number;
  max: number;
  /** The rows without any setting, as they would be stored. */
  byDefault: readonly Readonly<Record<string, unknown>>[];
  /** Returns the settings that a row does not have. */
  rowDefault: (wording: Wording, position: number, total: number) => Readonly<Record<string, unknown>>;
}

export type Setting = Field | Block | Rows;
export type Fields = Readonly<{ [key: string]: Setting }>;

type Options = Partial<Pick<Field, 'byDefault' | 'hasVariables' | 'required' | 'normalise' | 'faultOf'>> & {
  schema: SchemaObject;
  example?: unknown;
};

/** Makes a field. Its example in the API document is its default unless `example` is given. */
export function field(
  description: string,
  must: string,
  accepts: Field['accepts'],
  { schema, example, ...options }: Options,
): Field {
  return {
    kind: 'field',
    description,
    must,
    accepts,
    normalise: (value) => value,
    byDefault: () => null,
    hasVariables: false,
    required: false,
    schema: example === undefined ? schema : { ...schema, examples: [example] },
    ...options,
  };
}

export function block<T extends Fields>(description: string, fields: T): Block<T> {
  return { kind: 'block', description, fields };
}

export function flag(description: string, byDefault: boolean): Field {
  return field(description, 'true or false', (value) => typeof value === 'boolean', {
    byDefault: () => byDefault,
    schema: { type: 'boolean' },
  });
}

export function integer(description: string, minimum: number, maximum: number, byDefault: number): Field {
  return field(
    description,
    `an integer from ${minimum} to ${maximum}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
    { byDefault: () => byDefault, schema: { type: 'integer', minimum, maximum } },
  );
}

export function oneOf(description: string, options: readonly string[], byDefault: string): Field {
  return field(
    description,
    `one of ${options.join(', ')}`,
    (value) => typeof value === 'string' && options.includes(value),
    { byDefault: () => byDefault, schema: { type: 'string', enum: [...options] } },
  );
}

/** A text in one line. */
export function line(description: string, min: number, max: number, options: Partial<Options> = {}): Field {
  return field(description, `one line of ${min} to ${max} characters`, lineOf(min, max), {
    byDefault: () => '',
    ...options,
    schema: { type: 'string', minLength: min, maxLength: max, ...options.schema },
  });
}

export function text(description: string, min: number, max: number, options: Partial<Options> = {}): Field {
  return field(
    description,
    `a text of ${min} to ${max} characters`,
    (value) => typeof value === 'string' && hasLength(value, min, max),
    {
      byDefault: () => '',
      ...options,
      schema: { type: 'string', minLength: min, maxLength: max, ...options.schema },
    },
  );
}

/** A text that may be null, with a rule of its own. */
export function textOrNull(
  description: string,
  must: string,
  accepts: (value: string) => boolean,
  example: string,
): Field {
  return field(description, must, (value) => typeof value === 'string' && accepts(value), {
    schema: { type: ['string', 'null'] },
    example,
  });
}

/** An email address or null. It is stored as mails have it: without invisible characters around it, with its domain in ASCII. */
export function addressOrNull(description: string, example: string): Field {
  const must = 'an email address such as info@example.com';
  const read = (value: unknown): ReturnType<typeof readEmailAddress> =>
    typeof value === 'string' ? readEmailAddress(value) : { fault: `must be ${must}` };
  return field(description, must, (value) => 'address' in read(value), {
    faultOf: (value) => (read(value) as { fault: string }).fault,
    normalise: (value) => (read(value) as { address: string }).address,
    schema: { type: ['string', 'null'] },
    example,
  });
}

/** A list without repeated items. */
export function list(
  description: string,
  item: { must: string; accepts: (value: unknown) => boolean; schema: SchemaObject },
  {
    min = 0,
    max,
    byDefault,
    example,
  }: { min?: number; max: number; byDefault: unknown[]; example?: unknown[] },
): Field {
  const size = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return field(
    description,
    `a list of ${size} different items, each ${item.must}`,
    (value) =>
      Array.isArray(value) &&
      value.length >= min &&
      value.length <= max &&
      value.every(item.accepts) &&
      new Set(value).size === value.length,
    {
      byDefault: () => byDefault,
      schema: { type: 'array', minItems: min, maxItems: max, uniqueItems: true, items: item.schema },
      example,
    },
  );
}

/** Returns the rule for a text in one line, whose characters are not all invisible. */
export function lineOf(min: number, max: number): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && hasLength(value, min, max) && !/[\r\n]/.test(value);
}

/** Counts code points. A very long text is refused before it is counted. */
function hasLength(value: string, min: number, max: number): boolean {
  if (value.length > 2 * max) return false;
  return [...value].length <= max && (min === 0 || (isVisible(value) && value.trim().length >= min));
}
