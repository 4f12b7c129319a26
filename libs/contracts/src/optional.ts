import { ValidateIf } from 'class-validator';

/** The field may be absent. Unlike class-validator's IsOptional, it does not accept null as absent. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined, { context: { optional: true } });
}
