import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type Field, type Fields, ownValue, type Shape } from '@plaudit/contracts';

/** The response classes of nested objects, by field. */
type NestedResponses = Readonly<Record<string, Type>>;

/**
 * Makes a response class from the fields of a payload. Its OpenAPI properties have the types, descriptions and examples
 * of the fields.
 */
export function responseOf<F extends Fields>(fields: F, nested: NestedResponses = {}): Type<Shape<F>> {
  class Response {}
  for (const [name, field] of Object.entries(fields)) {
    property(field, ownValue(nested, name))(Response.prototype, name);
  }
  return Response as Type<Shape<F>>;
}

const TYPES = {
  string: String,
  integer: 'integer',
  number: Number,
  boolean: Boolean,
  object: Object,
} as const;

function property({ schema, description, example }: Field, nested?: Type): PropertyDecorator {
  const { type, isList = false, enum: words, ...rest } = schema;
  return ApiProperty({
    ...rest,
    type: nested ?? TYPES[type],
    isArray: isList,
    ...(words ? { enum: [...words] } : {}),
    description,
    example,
  } as Parameters<typeof ApiProperty>[0]);
}
