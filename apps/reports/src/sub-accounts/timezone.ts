import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Postgres and Intl both know the zones of the IANA database by these names. Other forms, such as "+02", mean different things. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const MAX_ZONE_NAME = 64;

/** Returns true for a name of the IANA time zone database, such as Europe/Berlin or UTC. */
export function isTimezone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_ZONE_NAME || !ZONE_NAME.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the name under which Postgres knows the zone. Postgres reads a short name as an abbreviation: CET is a fixed offset there,
 * and IST the time of Israel, while Intl means Europe/Brussels and Asia/Calcutta. So short names other than UTC are replaced.
 */
export function canonicalTimezone(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  const isSameName = timeZone.toLowerCase() === name.toLowerCase();
  return isSameName || !name.includes('/') ? timeZone : name;
}

/** Declares a field that holds a time zone by name. */
export function IsTimezone(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isTimezoneName',
      validator: {
        validate: isTimezone,
        defaultMessage: () => '$property must be the name of a time zone, such as Europe/Berlin or UTC',
      },
    },
    options,
  );
}
