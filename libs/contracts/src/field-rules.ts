import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { readEmailAddress } from './email-address';
import { trimInvisible } from './text';

/** The field is required and may be null. The generated schema reads this from the `nullable` context. */
export function Nullable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null, { context: { nullable: true } });
}

/** The field may be absent. Unlike class-validator's IsOptional, it does not accept null as absent. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined, { context: { optional: true } });
}

/** A record id: an integer from 1 to 2^53 - 1. `each` checks an array of ids; `message` replaces the messages. */
export function IsId(options: { each?: boolean; message?: string } = {}): PropertyDecorator {
  return (target, property) => {
    for (const rule of [Max(Number.MAX_SAFE_INTEGER, options), Min(1, options), IsInt(options)]) {
      rule(target, property);
    }
  };
}

/** Removes the invisible characters around a text before its rules are checked. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? trimInvisible(value) : value,
  );
}

/**
 * An address that mails can be sent to, see `readEmailAddress`. The field keeps the spelling of the client. `local` accepts a domain
 * without a dot, for what the operator sets.
 */
export function IsEmailAddress(options: { local?: boolean } = {}): PropertyDecorator {
  const faultOf = (value: unknown): string | null => {
    const read = typeof value === 'string' ? readEmailAddress(value, options) : null;
    if (read === null) return 'must be an email address such as bob@example.com';
    return 'fault' in read ? read.fault : null;
  };
  return ValidateBy({
    name: 'isEmailAddress',
    validator: {
      validate: (value: unknown) => faultOf(value) === null,
      defaultMessage: (args) => `${args?.property} ${faultOf(args?.value) ?? ''}`,
    },
  });
}
