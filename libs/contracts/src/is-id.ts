import { IsInt, Max, Min } from 'class-validator';

/** A record id: an integer from 1 to 2^53 - 1. `each` checks an array of ids; `message` replaces the messages. */
export function IsId(options: { each?: boolean; message?: string } = {}): PropertyDecorator {
  return (target, property) => {
    for (const rule of [Max(Number.MAX_SAFE_INTEGER, options), Min(1, options), IsInt(options)]) {
      rule(target, property);
    }
  };
}
