import { ValidateBy } from 'class-validator';
import { parseLanguage } from '../review';

/** The value is a language code that {@link parseLanguage} reads. */
export function IsLanguage(): PropertyDecorator {
  return ValidateBy({
    name: 'isLanguage',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && parseLanguage(value) !== null,
      defaultMessage: (args) => `${args?.property} must be an ISO language code such as en or pt-BR`,
    },
  });
}

/** The value is a number with at most two decimals. class-validator's own check throws for numbers such as 1e-7. */
export function IsRating(): PropertyDecorator {
  return ValidateBy({
    name: 'isRating',
    validator: {
      validate: (value: unknown) => typeof value === 'number' && Number(value.toFixed(2)) === value,
      defaultMessage: (args) => `${args?.property} must be a number with at most two decimals`,
    },
  });
}

const ADDITIONAL_KEY = /^[a-z0-9_]{1,40}$/;
const MAX_ADDITIONAL_KEYS = 20;
const MAX_ADDITIONAL_TEXT = 2_000;
/** With all fields at their maximum, a review still fits into an event of 256 KiB. */
const MAX_ADDITIONAL_BYTES = 16_384;

/** The value is an object of at most 20 keys of a-z, 0-9 and _, each a short text, a number, a boolean or null. */
export function IsAdditional(): PropertyDecorator {
  return ValidateBy({
    name: 'isAdditional',
    validator: {
      validate: (value: unknown) => additionalFault(value) === null,
      defaultMessage: (args) => additionalFault(args?.value) ?? '',
    },
  });
}

function additionalFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'additional must be an object';
  const entries = Object.entries(value);
  if (entries.length > MAX_ADDITIONAL_KEYS) return `additional must have at most ${MAX_ADDITIONAL_KEYS} keys`;
  const badKey = entries.find(([key]) => !ADDITIONAL_KEY.test(key));
  if (badKey)
    return `additional must not have the key "${badKey[0].slice(0, 40)}"; keys have 1 to 40 characters of a-z, 0-9 and _`;
  const badValue = entries.find(([, item]) => !isShortScalar(item));
  if (badValue)
    return `additional.${badValue[0]} must be a string of at most 2,000 characters, a number, true, false or null`;
  return Buffer.byteLength(JSON.stringify(value)) > MAX_ADDITIONAL_BYTES
    ? 'additional must have at most 16 KiB as JSON'
    : null;
}

function isShortScalar(item: unknown): boolean {
  if (typeof item === 'string') return item.length <= MAX_ADDITIONAL_TEXT;
  return item === null || typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item));
}
