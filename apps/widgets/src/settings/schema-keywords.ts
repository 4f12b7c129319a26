import type { Ajv, ErrorObject } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types';
import { ownValue, parseUrl } from '@plaudit/contracts';
import { findUnsafeCss } from './custom-css';
import type { JsonObject } from './settings-merge';

/** In Unicode code points, which ajv counts for `maxLength`. */
export const MAX_CSS = 5000;
/** Longer CSS has more than {@link MAX_CSS} code points, so `maxLength` refuses it and it is not searched. */
const MAX_SEARCHED_UNITS = 2 * MAX_CSS;
const MAX_URL_LENGTH = 2048;

const COLOUR =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([-+0-9a-z%.,/ ]{1,60}\))$/i;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const FONT = /^[\p{L}\p{N} ,'"_-]+$/u;
const DOMAIN = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/i;
const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

/** Each format checks the length first, because a pattern can take very long on a long string. */
const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  colour: (value) => value.length <= 80 && COLOUR.test(value),
  language: (value) => value.length <= 20 && LANGUAGE.test(value),
  locale: (value) => value === 'auto' || (value.length <= 20 && LANGUAGE.test(value)),
  font: (value) => value.length <= 200 && FONT.test(value),
  domain: (value) => value.length <= 253 && DOMAIN.test(value),
  'date-or-time': (value) => DATE.test(value) && existsInCalendar(value),
  'web-url': (value) => value.length <= MAX_URL_LENGTH && /^https?:$/.test(parseUrl(value)?.protocol ?? ''),
};

/** The parameters of an error of the keyword `ascending`. */
export interface AscendingParams {
  lower: string;
  upper: string;
}

/**
 * Adds the formats, and two keywords. `loadsNothing` refuses CSS that loads a file. `ascending` lists pairs of keys, and
 * refuses an object in which the first value of a pair is greater than the second.
 */
export function addSettingKeywords(ajv: Ajv): void {
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, { type: 'string', validate });
  ajv.addKeyword({
    keyword: 'loadsNothing',
    type: 'string',
    schemaType: 'boolean',
    errors: true,
    compile: () => validatorOf((css: string) => unsafeCssErrors(css)),
  });
  ajv.addKeyword({
    keyword: 'ascending',
    type: 'object',
    schemaType: 'array',
    errors: true,
    compile: (pairs: [string, string][]) => validatorOf((value: JsonObject) => orderErrors(value, pairs)),
  });
}

/** Ajv reads the errors of a keyword from a property of its validation function. */
function validatorOf<T>(findErrors: (value: T) => Partial<ErrorObject>[]): DataValidateFunction {
  const validate: DataValidateFunction = (value: T) => {
    validate.errors = findErrors(value);
    return validate.errors.length === 0;
  };
  return validate;
}

function unsafeCssErrors(css: string): Partial<ErrorObject>[] {
  const unsafe = css.length > MAX_SEARCHED_UNITS ? null : findUnsafeCss(css);
  return unsafe ? [{ keyword: 'loadsNothing', message: `must not contain ${unsafe}`, params: {} }] : [];
}

function orderErrors(value: JsonObject, pairs: readonly [string, string][]): Partial<ErrorObject>[] {
  return pairs
    .filter(([lower, upper]) => isGreater(ownValue(value, lower), ownValue(value, upper)))
    .map(([lower, upper]) => ({ keyword: 'ascending', params: { lower, upper } satisfies AscendingParams }));
}

/** Dates are compared by day. Values of other types, such as null, are never greater. */
function isGreater(lower: unknown, upper: unknown): boolean {
  if (typeof lower === 'number' && typeof upper === 'number') return lower > upper;
  return typeof lower === 'string' && typeof upper === 'string' && lower.slice(0, 10) > upper.slice(0, 10);
}

/** Date carries 2026-02-31 over into March, so the parsed date is compared with the text. */
function existsInCalendar(value: string): boolean {
  const iso = value.length === 10 ? `${value}T00:00:00` : value.replace(' ', 'T');
  const parsed = new Date(`${iso}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(iso);
}
