import { ValidateBy } from 'class-validator';

const MAX_NAME_LENGTH = 64;

/** The value is the name of a time zone that this server knows. */
export function IsTimeZone(): PropertyDecorator {
  return ValidateBy({
    // class-validator has another rule with the name isTimeZone.
    name: 'isKnownTimeZone',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isTimeZone(value),
      defaultMessage: (args) => `${args?.property} must be the name of a time zone such as Europe/Berlin`,
    },
  });
}

/** Returns true for a name of the IANA database. An offset such as +02:00 is not a name: it ignores summer time. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
