import { tidyText } from '@plaudit/runtime';
import { isSupportedCountry, parsePhoneNumberWithError, type PhoneNumber } from 'libphonenumber-js/mobile';

const MAX_TEXT = 64;
/** Twilio writes numbers of WhatsApp as whatsapp:+33612345678. */
const URI = /^(?:tel|sms|whatsapp):\s*/i;
const NO_NUMBER = { fault: 'must be one phone number such as +33612345678, or an email address' };
/** The metadata knows mobile numbers only, so landlines and numbers with a special price have no type. */
const MOBILE: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** The digits of a number in E.164. Short codes have fewer. */
const DIGITS = /^[1-9]\d{6,14}$/;

/**
 * Spellings of mobile numbers that networks or WhatsApp still use beside those of today. WhatsApp keeps the number under which an
 * account was opened, so that a person is reached at one spelling and answers from the other one.
 */
const OLD_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  // Mexico, until 2019: a 1 before mobile numbers, and 044 or 045 within the country.
  [/^\+52(?:1|044|045)(?<number>\d{10})$/, '+52$<number>'],
  // Brazil, until 2016: eight digits behind the area code.
  [/^\+55(?<area>[1-9]{2})(?<number>[6-9]\d{7})$/, '+55$<area>9$<number>'],
  // Argentina: a 15 behind the area code within the country, and a 9 before it from abroad.
  [
    /^\+549?0?(?<area>11(?=15\d{8}$)|[23]\d\d(?=15\d{7}$)|[23]\d{3}(?=15\d{6}$))15(?<number>\d+)$/,
    '+549$<area>$<number>',
  ],
  [/^\+54(?<number>[1-3]\d{9})$/, '+549$<number>'],
  // Benin, until 2024: eight digits.
  [/^\+229(?<number>[4-9]\d{7})$/, '+22901$<number>'],
];

/** Returns a number in E.164 as it is written today. */
export function currentNumber(number: string): string {
  for (const [old, current] of OLD_SPELLINGS) {
    if (old.test(number)) return number.replace(old, current);
  }
  return number;
}

/**
 * Reads the number of a person who answered, as providers write it: with or without +, or behind `whatsapp:`. Returns null for a
 * name or a short code.
 */
export function readSender(text: string): string | null {
  if (text.length > MAX_TEXT) return null;
  const digits = tidyText(text.normalize('NFKC'))
    .replace(URI, '')
    .replace(/^\+|^00/, '')
    .replace(/[\s().-]/g, '');
  return DIGITS.test(digits) ? `+${digits}` : null;
}

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
  const given = tidyText(text.normalize('NFKC')).replace(URI, '');
  // Countries have their own prefix for calls abroad. Without one, 00 is that of most, and begins no number.
  const plain = country ? given : given.replace(/^00/, '+');
  if (!/\p{Nd}/u.test(plain)) return NO_NUMBER;
  if (!plain.startsWith('+') && !country) {
    const hint = country === null ? '; otherwise send country too' : '';
    return { fault: `must begin with + and the country code, such as +33612345678${hint}` };
  }
  const parsed = plain.includes(';') ? null : parsedToday(plain, country);
  if (!parsed) return NO_NUMBER;
  if (parsed.ext) return { fault: 'must not have an extension' };
  if (!parsed.country || !parsed.isValid() || !MOBILE.includes(parsed.getType())) {
    return {
      fault: 'must be the number of a mobile phone; landlines, toll-free and premium numbers are refused',
    };
  }
  return { number: parsed.number };
}

function parsedToday(text: string, country: string | null | undefined): PhoneNumber | null {
  const parsed = parsedOrNull(text, country);
  if (!parsed || parsed.ext) return parsed;
  const current = currentNumber(parsed.number);
  return current === parsed.number ? parsed : parsedOrNull(current, null);
}

function parsedOrNull(text: string, country: string | null | undefined): PhoneNumber | null {
  const defaultCountry = country?.toUpperCase() as PhoneNumber['country'];
  try {
    return parsePhoneNumberWithError(text, { extract: false, ...(defaultCountry && { defaultCountry }) });
  } catch {
    return null;
  }
}
