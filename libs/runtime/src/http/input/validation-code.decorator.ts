import 'reflect-metadata';
import { ERROR_STATUS, type ErrorCode } from '@plaudit/contracts';

const VERDICT = Symbol('validation verdict');

/** How a DTO reports its faults. */
interface Verdict {
  /** The code of a field that was sent. A missing field is `missing_field` everywhere. */
  code: ErrorCode;
  status: number;
}

/**
 * Sets code and status of the validation faults of a DTO's field. On a class, it applies to every field of the class
 * that has none of its own.
 */
export function ValidationCode(
  code: ErrorCode,
  status: number = ERROR_STATUS[code],
): ClassDecorator & PropertyDecorator {
  const verdict: Verdict = { code, status };
  return (target: object, property?: string | symbol) => {
    if (property === undefined) Reflect.defineMetadata(VERDICT, verdict, target);
    else Reflect.defineMetadata(VERDICT, verdict, target, property);
  };
}

/** Returns what {@link ValidationCode} set for a field of a DTO instance, or undefined. */
export function verdictOf(dto: object | undefined, property: string): Verdict | undefined {
  if (dto === undefined) return undefined;
  // Not `dto.constructor`, which the data may contain as a field.
  const { constructor } = Object.getPrototypeOf(dto) as object;
  return (Reflect.getMetadata(VERDICT, dto, property) ?? Reflect.getMetadata(VERDICT, constructor)) as
    Verdict | undefined;
}
