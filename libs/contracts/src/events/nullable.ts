import { ValidateIf } from 'class-validator';

/** The field is always there, and may be null. The generated schema knows it by the `nullable` context. */
export function Nullable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null, { context: { nullable: true } });
}
