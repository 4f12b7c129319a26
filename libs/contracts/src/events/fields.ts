import { ownValue } from '../own-value';
import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString, Matches } from 'class-validator';
import { Nullable, Optional } from '../field-rules';
import { WIRE_DATE } from '../wire-date';
import { Nested, NestedList } from './nested';

type Class<T extends object = object> = new () => T;

/** The type of a field as OpenAPI spells it. */
export interface FieldSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object';
  format?: 'uri';
  enum?: readonly string[];
  nullable?: true;
  /** True for a list of such values. */
  isList?: true;
}

/** One field of a payload: its rules, its type, and its text in the documentation. */
export interface Field<T = unknown> {
  /** Decorators of class-validator and class-transformer. */
  readonly rules: readonly PropertyDecorator[];
  readonly schema: FieldSchema;
  readonly description: string;
  readonly example: T;
  readonly optional?: true;
}

/** The fields of a payload by name, in the order in which they are shown. */
export type Fields = Readonly<Record<string, Field>>;

type OptionalName<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { optional: true } ? Name : never;
}[keyof F];
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** The object that these fields describe. */
export type Shape<F extends Fields> = {
  -readonly [Name in Exclude<keyof F, OptionalName<F>>]: ValueOf<F[Name]>;
} & { -readonly [Name in OptionalName<F>]?: ValueOf<F[Name]> };

interface About<T> {
  description: string;
  example: T;
}

export function text(about: About<string>): Field<string> {
  return { ...about, rules: [IsString()], schema: { type: 'string' } };
}

/** A web address. */
export function url(about: About<string>): Field<string> {
  return { ...about, rules: [IsString()], schema: { type: 'string', format: 'uri' } };
}

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export function date(about: About<string>): Field<string> {
  return { ...about, rules: [Matches(WIRE_DATE)], schema: { type: 'string' } };
}

export function integer(about: About<number>): Field<number> {
  return { ...about, rules: [IsInt()], schema: { type: 'integer' } };
}

export function number(about: About<number>): Field<number> {
  return { ...about, rules: [IsNumber()], schema: { type: 'number' } };
}

export function flag(about: About<boolean>): Field<boolean> {
  return { ...about, rules: [IsBoolean()], schema: { type: 'boolean' } };
}

/** One of these words. */
export function oneOf<Word extends string>(words: readonly Word[], about: About<NoInfer<Word>>): Field<Word> {
  return { ...about, rules: [IsIn(words)], schema: { type: 'string', enum: words } };
}

/** A list of texts. */
export function listOfText(about: About<string[]>): Field<string[]> {
  return { ...about, rules: [IsArray(), IsString({ each: true })], schema: { type: 'string', isList: true } };
}

/** A list of these words. */
export function listOfWords<Word extends string>(
  words: readonly Word[],
  about: About<NoInfer<Word>[]>,
): Field<Word[]> {
  const rules = [IsArray(), IsIn(words, { each: true })];
  return { ...about, rules, schema: { type: 'string', enum: words, isList: true } };
}

/** An object whose names are not fixed. */
export function freeForm(about: About<Record<string, unknown>>): Field<Record<string, unknown>> {
  return { ...about, rules: [IsObject()], schema: { type: 'object' } };
}

/** An object of another payload class. */
export function nested<T extends object>(of: Class<T>, about: About<NoInfer<T>>): Field<T> {
  return { ...about, rules: [Nested(() => of)], schema: { type: 'object' } };
}

/** A list of objects of another payload class. */
export function listOf<T extends object>(of: Class<T>, about: About<NoInfer<T>[]>): Field<T[]> {
  return { ...about, rules: [NestedList(() => of)], schema: { type: 'object', isList: true } };
}

/** The field may be null. Give an example if `null` shows more than the field's own one. */
export function nullable<T>(field: Field<T>, example: T | null = field.example): Field<T | null> {
  return {
    ...field,
    example,
    rules: [...field.rules, Nullable()],
    schema: { ...field.schema, nullable: true },
  };
}

/** The field may be left out: events that were published before the field existed do not have it. */
export function optional<T>(field: Field<T>): Field<T> & { optional: true } {
  return { ...field, rules: [...field.rules, Optional()], optional: true };
}

const described = new WeakMap<object, Fields>();

/** Makes the payload class of these fields, for class-validator and class-transformer. */
export function payloadClass<F extends Fields>(fields: F): Class<Shape<F>> {
  class Payload {}
  for (const [name, { rules }] of Object.entries(fields)) {
    for (const rule of rules) rule(Payload.prototype, name);
  }
  described.set(Payload, fields);
  return Payload as Class<Shape<F>>;
}

/** Returns the description of a field of a {@link payloadClass} or of a class that extends one. */
export function descriptionOf(owner: object | null, field: string): string | undefined {
  if (!owner) return undefined;
  const own = ownValue(described.get(owner), field)?.description;
  return own ?? descriptionOf(Object.getPrototypeOf(owner) as object | null, field);
}

/** Returns an object of the fields' examples. */
export function exampleOf<F extends Fields>(fields: F): Shape<F> {
  const examples = Object.entries(fields).map(([name, { example }]) => [name, example]);
  return structuredClone(Object.fromEntries(examples)) as Shape<F>;
}

/** Returns the fields with these names. */
export function pick<F extends Fields, Name extends keyof F>(
  fields: F,
  names: readonly Name[],
): Pick<F, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, Name>;
}
