import { ValidateIf } from 'class-validator';

/**
 * The field may be left out. `null` is not the same as left out, unlike with class-validator's IsOptional. The generated
 * schema knows the field by the `optional` context.
 */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined, { context: { optional: true } });
}
