import 'reflect-metadata';
import type { ErrorCode } from '@plaudit/contracts';

const VALIDATION_CODE = Symbol('validation code');

/**
 * Sets the error code, and with it the status, of the validation faults of a DTO's field. On a class, it applies to
 * every field of the class that has no code of its own.
 */
export function ValidationCode(code: ErrorCode): ClassDecorator & PropertyDecorator {
  return (target: object, property?: string | symbol) => {
    if (property === undefined) Reflect.defineMetadata(VALIDATION_CODE, code, target);
    else Reflect.defineMetadata(VALIDATION_CODE, code, target, property);
  };
}

/** Returns the code that {@link ValidationCode} set for a field of a DTO instance, or undefined. */
export function validationCodeOf(dto: object | undefined, property: string): ErrorCode | undefined {
  if (dto === undefined) return undefined;
  // Not `dto.constructor`, which the data may contain as a field.
  const { constructor } = Object.getPrototypeOf(dto) as object;
  return (Reflect.getMetadata(VALIDATION_CODE, dto, property) ??
    Reflect.getMetadata(VALIDATION_CODE, constructor)) as ErrorCode | undefined;
}
