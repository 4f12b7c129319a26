import { ValidateIf } from 'class-validator';

/** The field may be left out; null is not the same as left out (unlike class-validator's IsOptional). */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
