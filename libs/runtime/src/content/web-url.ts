import { isURL, MaxLength, ValidateBy } from 'class-validator';
import { parseUrl } from '@plaudit/contracts';
import { plainLine } from './plain-text';

/** The limit counts characters in the API's input and bytes in collected URLs. */
export const MAX_URL = 2_048;

const WEB_URL = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  allow_underscores: true,
  disallow_auth: true,
};
/** A browser reads a backslash as a slash, which can hide the real host. Invisible characters can hide it from people. */
const MISLEADING = /^https?:(?!\/\/)|[\\\p{Default_Ignorable_Code_Point}]/iu;

/** Validates an absolute http or https URL of at most 2,048 characters, without credentials, that browsers can parse. */
export function IsWebUrl(): PropertyDecorator {
  const rules = [
    MaxLength(MAX_URL),
    ValidateBy({
      name: 'isUrl',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isWebUrl(value),
        defaultMessage: (args) => `${args?.property} must be an absolute http or https URL`,
      },
    }),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

export function isWebUrl(value: string): boolean {
  return isURL(value, WEB_URL) && !MISLEADING.test(value) && parseUrl(value) !== null;
}

/**
 * Returns a collected URL if it is an absolute http or https URL of at most 2,048 bytes without invisible characters,
 * otherwise null. With a `base`, resolves a relative URL and returns the result in the form that browsers send.
 */
export function webUrl(value: unknown, base?: string): string | null {
  const url = base === undefined ? value : resolved(value, base);
  if (typeof url !== 'string' || Buffer.byteLength(url) > MAX_URL || url !== plainLine(url)) return null;
  return /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : null;
}

function resolved(value: unknown, base: string): string | null {
  const text = typeof value === 'string' && value.length <= MAX_URL ? value.trim() : '';
  return text === '' ? null : (parseUrl(text, base)?.href ?? null);
}
