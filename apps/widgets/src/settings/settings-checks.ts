import { findUnsafeCss } from './custom-css';

/** Null when the value is fine, else what it must be, to be read after the setting's path. */
export type Check = (value: unknown) => string | null;

export interface CheckTree {
  [key: string]: Check | CheckTree;
}

const COLOUR =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([-+0-9a-z%.,/ ]{1,60}\))$/i;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const FONT = /^[\p{L}\p{N} ,'"_-]+$/u;
const DOMAIN = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/i;
const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

export const flag: Check = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

export function whole(min: number, max: number): Check {
  return (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : `must be between ${min} and ${max}`;
}

export function decimal(min: number, max: number): Check {
  return (value) =>
    typeof value === 'number' && value >= min && value <= max ? null : `must be between ${min} and ${max}`;
}

export function oneOf(options: readonly string[]): Check {
  return (value) => (options.includes(value as string) ? null : `must be one of ${options.join(', ')}`);
}

export function text(max: number): Check {
  return (value) =>
    typeof value === 'string' && value.length <= max ? null : `must be a text of at most ${max} characters`;
}

export function orNull(check: Check): Check {
  return (value) => (value === null ? null : check(value));
}

export function listOf(check: Check, max: number): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length > max) return `must be a list of at most ${max} entries`;
    const problem = value.map(check).find((found) => found !== null);
    return problem ? `has an entry that ${problem}` : null;
  };
}

function matching(pattern: RegExp, max: number, requirement: string): Check {
  return (value) =>
    typeof value === 'string' && value.length <= max && pattern.test(value) ? null : requirement;
}

export const id = whole(1, Number.MAX_SAFE_INTEGER);
export const ids = listOf(id, 500);
export const colour = matching(COLOUR, 80, 'must be a colour such as #d97706');
export const language = matching(LANGUAGE, 20, 'must be a language code such as en');
export const font = matching(FONT, 200, 'must be "inherit" or a list of font names');
export const domain = matching(DOMAIN, 253, 'must be a host name such as example.com or *.example.com');

export const date: Check = (value) => {
  const requirement = 'must be a date such as 2026-01-31';
  if (typeof value !== 'string' || !DATE.test(value)) return requirement;
  const iso = value.length === 10 ? `${value}T00:00:00` : value.replace(' ', 'T');
  const parsed = new Date(`${iso}Z`);
  // The round trip refuses 2026-02-31, which Date would silently carry over into March.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(iso) ? null : requirement;
};

export const url: Check = (value) => {
  const requirement = 'must be an http or https address of at most 2048 characters';
  if (typeof value !== 'string' || value.length > 2048) return requirement;
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? null : requirement;
};

export const css: Check = (value) => {
  const tooLong = text(5000)(value);
  if (tooLong) return tooLong;
  const unsafe = findUnsafeCss(value as string);
  return unsafe ? `must not contain ${unsafe}` : null;
};
