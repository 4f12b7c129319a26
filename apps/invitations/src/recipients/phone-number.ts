import { tidyText } from '@plaudit/runtime';
import { isSupportedCountry, parsePhoneNumberWithError, type PhoneNumber } from 'libphonenumber-js/mobile';

const MAX_TEXT = 64;
const URI = /^tel:/i;
const NO_NUMBER = { fault: 'must be one phone number such as +33612345678, or an email address' };
/** The metadata knows mobile numbers only, so landlines and numbers with a special price have no type. */
const MOBILE: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** Returns true if national phone numbers of this country can be read. */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code.toUpperCase());
}

/**
 * Reads a mobile phone number in any spelling and returns it as E.164, or the reason why it cannot get messages. A number without
 * + and country code is read as a national one of `country`, which the reason names unless it is undefined.
 */
export function readPhoneNumber(
  text: string,
  country?: string | null,
): { number: string } | { fault: string } {
  if (text.length > MAX_TEXT) return { fault: `must have at most ${MAX_TEXT} characters` };
  // Contact lists copy numbers with invisible marks of writing direction.
  const plain = tidyText(text.normalize('NFKC')).replace(URI, '');
  if (!/\p{Nd}/u.test(plain)) return NO_NUMBER;
  if (!plain.startsWith('+') && !country) {
    const hint = country === null ? '; otherwise send country too' : '';
    return { fault: `must begin with + and the country code, such as +33612345678${hint}` };
  }
  const parsed = plain.includes(';') ? null : parsedOrNull(plain, country);
  if (!parsed) return NO_NUMBER;
  if (parsed.ext) return { fault: 'must not have an extension' };
  if (!parsed.country || !parsed.isValid() || !MOBILE.includes(parsed.getType())) {
    return {
      fault: 'must be the number of a mobile phone; landlines, toll-free and premium numbers are refused',
    };
  }
  return { number: parsed.number };
}

function parsedOrNull(text: string, country: string | null | undefined): PhoneNumber | null {
  const defaultCountry = country?.toUpperCase() as PhoneNumber['country'];
  try {
    return parsePhoneNumberWithError(text, { extract: false, ...(defaultCountry && { defaultCountry }) });
  } catch {
    return null;
  }
}
