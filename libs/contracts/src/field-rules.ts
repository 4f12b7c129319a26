import { IsInt, Max, Min, ValidateIf } from 'class-validator';

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
