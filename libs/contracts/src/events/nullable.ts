import { ValidateIf } from 'class-validator';

/** The field is required and may be null. The generated schema reads this from the `nullable` context. */
export function Nullable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null, { context: { nullable: true } });
}
