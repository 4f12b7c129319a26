import { type ArgumentMetadata, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { ApiError, type ErrorCode, type FieldError, ownValue } from '@plaudit/contracts';
import { Transform } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { childPath } from './clean-text';
import { faultSentence } from './sentences';
import { verdictOf } from './validation-code.decorator';

/**
 * Nest's pipe, except that a single path or query parameter stays text. Nest would read the id "0x10" as 16. A request
 * without a body counts as one with an empty body, also for an operation that has no DTO.
 */
class DtoPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    return super.transform(metadata.type === 'body' ? (value ?? {}) : value, metadata);
  }

  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** Returns the pipe for body and query DTOs. It drops unknown fields, converts no types and reports every fault. */
export function validationPipe(): ValidationPipe {
  return new DtoPipe({
    whitelist: true,
    transform: true,
    exceptionFactory: toApiError,
    // toApiError reads the codes of `@ValidationCode` from the target, and from the value whether it is missing. It sends
    // neither. Nest would leave out the value of a field with nested faults.
    validationError: { target: true, value: true },
  });
}

interface Fault extends FieldError {
  code: ErrorCode;
  /** Undefined is the status of the code. */
  status?: number;
}

/** The codes of rules that have their own code. The code of every other rule is `validation_failed`. */
const CODES: Readonly<Record<string, ErrorCode>> = { isUrl: 'invalid_url' };

/**
 * Returns the error for a body that breaks rules. The first fault gives code, status and field; `errors` lists all faults.
 * The status is 400 unless a `@ValidationCode` sets another one.
 */
export function toApiError(errors: readonly ValidationError[]): ApiError {
  const faults = errors.flatMap((error) => faultsOf(error, ''));
  const first: Fault = faults[0] ?? {
    field: 'body',
    msg: 'The request body is not valid.',
    code: 'validation_failed',
  };
  const details = { field: first.field, errors: faults.map(({ field, msg }) => ({ field, msg })) };
  return new ApiError(first.code, first.msg, details, first.status);
}

function faultsOf(error: ValidationError, parent: string): Fault[] {
  const field = childPath(parent, error.property, /^\d+$/.test(error.property) && parent !== '');
  const own = ownFault(error, field);
  const inner = (error.children ?? []).flatMap((child) => faultsOf(child, field));
  // An item that is not an object is the fault of its list and its own.
  const isRepeated = inner.some(({ msg }) => msg === own?.msg);
  return own && !isRepeated ? [own, ...inner] : inner;
}

/** Returns one fault per field: that of the topmost decorator, which names the type by convention. */
function ownFault(error: ValidationError, field: string): Fault | null {
  const broken = Object.keys(error.constraints ?? {});
  // "nestedValidation" (not an object) is the least helpful reason, so any other one wins.
  const rule = broken.filter((name) => name !== 'nestedValidation').at(-1) ?? broken[0];
  if (!rule) return null;
  const verdict = verdictOf(error.target, error.property);
  const status = verdict?.status;
  if (error.value === undefined)
    return { field, code: 'missing_field', status, msg: `${field} is required.` };
  const code = verdict?.code ?? ownValue(CODES, rule) ?? 'validation_failed';
  return { field, code, status, msg: faultSentence(error, rule, field) };
}

const MAX_ID = Number.MAX_SAFE_INTEGER;
const MAX_SHOWN = 40;

/**
 * Reads an `{id}` of a path, whatever its name is. Throws the 404 of an unknown object unless it is a positive integer in its only
 * spelling, because no object has another id.
 */
export class IdParam implements PipeTransform<string, number> {
  transform(value: string, { data: field = 'id' }: Pick<ArgumentMetadata, 'data'> = {}): number {
    const id = Number(value);
    if (/^[1-9]\d{0,15}$/.test(value) && id <= MAX_ID) return id;
    const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
    throw new ApiError('not_found', `There is no ${field} "${shown}": ids are positive integers such as 42.`);
  }
}

/**
 * Passes the field's object to the service exactly as the client sent it. Without this decorator, class-transformer
 * silently drops keys that `Object.prototype` also has, such as `constructor`.
 */
export function FreeForm(): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => ownValue(obj, key));
}
