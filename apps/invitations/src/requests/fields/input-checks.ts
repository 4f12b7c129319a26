import { isVisible } from '@plaudit/contracts';
import { ValidateBy } from 'class-validator';
import { isTimeZone } from '../../schedule/time-zone';

const DATA_KEY = /^[a-z][a-z0-9_]{0,39}$/;
const MAX_DATA_KEYS = 20;
const MAX_DATA_BYTES = 4_096;

/** The value is the name of a time zone. */
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

/** The value has a visible character. */
export function IsVisible(): PropertyDecorator {
  return ValidateBy({
    name: 'isVisible',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isVisible(value),
      defaultMessage: (args) => `${args?.property} must have a visible character`,
    },
  });
}

/** The value is an object of at most 20 keys of a-z, 0-9 and _, each a text, a number, a boolean or null. */
export function IsInviteData(): PropertyDecorator {
  return ValidateBy({
    name: 'isInviteData',
    validator: {
      validate: (value: unknown) => dataFault(value) === null,
      defaultMessage: (args) => dataFault(args?.value) ?? '',
    },
  });
}

function dataFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'data must be an object';
  const entries = Object.entries(value);
  if (entries.length > MAX_DATA_KEYS) return `data must have at most ${MAX_DATA_KEYS} keys`;
  const badKey = entries.find(([key]) => !DATA_KEY.test(key));
  if (badKey) {
    return `data must not have the key ${JSON.stringify(badKey[0].slice(0, 40))}; keys have 1 to 40 characters of a-z, 0-9 and _ and begin with a letter`;
  }
  const badValue = entries.find(([, item]) => !isScalar(item));
  if (badValue) return `data.${badValue[0]} must be a string, a number, true, false or null`;
  return Buffer.byteLength(JSON.stringify(value)) > MAX_DATA_BYTES
    ? 'data must have at most 4 KiB as JSON'
    : null;
}

function isScalar(item: unknown): boolean {
  if (typeof item === 'number') return Number.isFinite(item);
  return item === null || typeof item === 'boolean' || typeof item === 'string';
}
