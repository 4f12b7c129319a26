/** The part of JSON Schema that describes settings, and the two keywords that `schema-keywords.ts` adds to it. */
export type Schema = {
  type?: SchemaType | readonly SchemaType[];
  /** What the value may be, as it appears after "must be" in error messages. Without it, the keywords are described. */
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  maxItems?: number;
  items?: Schema;
  if?: Schema;
  then?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: false;
  loadsNothing?: true;
  ascending?: readonly (readonly [lower: string, upper: string])[];
};

type SchemaType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

export const flag: Schema = { type: 'boolean' };

export const id: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a positive integer',
};

export function integer(minimum: number, maximum: number): Schema {
  return { type: 'integer', minimum, maximum };
}

export function decimal(minimum: number, maximum: number): Schema {
  return { type: 'number', minimum, maximum };
}

export function oneOf(options: readonly string[]): Schema {
  return { type: 'string', enum: options };
}

export function text(maxLength: number): Schema {
  return { type: 'string', maxLength };
}

/** A string in one of the formats of `schema-keywords.ts`. */
export function formatted(format: string, description: string): Schema {
  return { type: 'string', format, description };
}

/** A list whose items are validated only if it is not too long, so that a huge list causes one error. */
export function list(items: Schema, maxItems: number): Schema {
  return { type: 'array', maxItems, if: { maxItems }, then: { items } };
}

export function orNull(schema: Schema): Schema {
  return { ...schema, type: [schema.type as SchemaType, 'null'] };
}

export function mayBeNull({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null');
}

/** An object that allows exactly these keys. Each key is optional. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, additionalProperties: false };
}

/** Describes the values that a schema allows, as a phrase that can follow "must be". */
export function describeSchema(schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems } = schema;
  if (schema.description) return schema.description;
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `an integer from ${minimum} to ${maximum}`;
    case 'number':
      return `a number from ${minimum} to ${maximum}`;
    case 'string':
      return `a string of at most ${maxLength} characters`;
    case 'array':
      return `a list of at most ${maxItems} items, each ${describeSchema(schema.then?.items ?? {})}`;
    default:
      return 'an object';
  }
}
