import { ownValue } from '../own-value';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { WIRE_DATE } from '../wire-date';

/** The subset of JSON Schema 2020-12 that payloads need. */
export interface JsonSchema {
  $id?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Returns the types that a schema allows. */
export function typesOf({ type = [] }: JsonSchema): string[] {
  return Array.isArray(type) ? type : [type];
}

/** Returns the doc comment of a field, if it has one. */
export type Describe = (owner: PayloadClass, field: string) => string | undefined;

export type PayloadClass = new () => object;

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/**
 * The JSON Schema of each validator. `isArray` is not here, because it decides where the `each` rules go. A missing
 * validator stops the generator, because the schema would then promise less than the code checks.
 */
const KEYWORDS: Readonly<Record<string, (constraint: unknown) => JsonSchema>> = {
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isObject: () => ({ type: 'object' }),
  isIn: (allowed) => ({ type: 'string', enum: [...(allowed as string[])] }),
  matches: (pattern) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  min: (least) => ({ minimum: least as number }),
  arrayMaxSize: (most) => ({ maxItems: most as number }),
};

/** Returns the schema of a payload class from its class-validator metadata. Nested classes are written out in place. */
export function payloadSchema(owner: PayloadClass, describe: Describe): JsonSchema {
  const rules = getMetadataStorage().getTargetValidationMetadatas(owner, '', false, false);
  const fields = [...new Set(rules.map((rule) => rule.propertyName))];
  const properties = fields.map((field) => {
    const ofField = rules.filter((rule) => rule.propertyName === field);
    return [field, fieldSchema(owner, field, ofField, describe)] as const;
  });
  const isOptionalField = (field: string): boolean =>
    rules.some((rule) => rule.propertyName === field && isOptional(rule));
  const required = fields.filter((field) => !isOptionalField(field));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

function fieldSchema(owner: PayloadClass, field: string, rules: readonly Rule[], describe: Describe) {
  const isArray = rules.some((rule) => rule.name === 'isArray');
  const schema: JsonSchema = { description: describe(owner, field) ?? defaultDescription(rules) };
  if (isArray) Object.assign(schema, { type: 'array', items: {} });
  for (const rule of rules) {
    Object.assign(rule.each ? schema.items! : schema, ruleSchema(owner, field, rule, describe));
  }
  return rules.some(isNullable) ? orNull(schema) : schema;
}

/** A pattern alone does not tell the time zone of a date. */
function defaultDescription(rules: readonly Rule[]): string | undefined {
  const isDate = rules.some(({ constraints }) => constraints?.[0] === WIRE_DATE);
  return isDate ? 'A time in UTC, in the form YYYY-MM-DD HH:MM:SS.' : undefined;
}

function ruleSchema(owner: PayloadClass, field: string, rule: Rule, describe: Describe): JsonSchema {
  if (rule.type === 'nestedValidation') return payloadSchema(nestedClass(owner, field), describe);
  if (isNullable(rule) || isOptional(rule) || rule.name === 'isArray') return {};
  const keywords = ownValue(KEYWORDS, rule.name ?? '');
  if (!keywords)
    throw new Error(
      `${owner.name}.${field} has the validator ${rule.name}, for which payload-schema.ts has no JSON Schema.`,
    );
  return keywords(rule.constraints?.[0]);
}

/** class-transformer does not expose `@Type`, so this fills the field and looks at the class of the result. */
function nestedClass(owner: PayloadClass, field: string): PayloadClass {
  const filled = plainToInstance(owner, { [field]: [{}] }) as Record<string, object[]>;
  const nested = ownValue(filled, field)?.[0]?.constructor as PayloadClass | undefined;
  if (!nested || nested === Object) throw new Error(`${owner.name}.${field} is nested but has no @Type.`);
  return nested;
}

function isNullable(rule: Rule): boolean {
  return (rule.context as { nullable?: boolean } | undefined)?.nullable === true;
}

function isOptional(rule: Rule): boolean {
  return (rule.context as { optional?: boolean } | undefined)?.optional === true;
}

function orNull(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [schema.type as string, 'null'],
    ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
  };
}
