import { createHash } from 'node:crypto';
import { ApiError, type InviteType, readEmailAddress, trimInvisible } from '@plaudit/contracts';
import { currentNumber, isCountry, readPhoneNumber } from './phone-number';

interface GivenRecipient {
  recipient: string;
  /** Default: email if the recipient has an @, otherwise sms. */
  type?: InviteType;
  /** ISO 3166-1 code of the country whose national numbers are accepted. Null: the client could send one. */
  country?: string | null;
}

/** An @, or one of its wide forms, which no phone number has. */
const AT = /[@\uff20\ufe6b]/;

/**
 * Reads the recipient of an invitation, without the invisible characters around it. Returns an email address with its domain in
 * ASCII and lower case, or a phone number as E.164. Throws 400 `invalid_recipient`.
 */
export function readRecipient({ recipient: given, type, country }: GivenRecipient): {
  type: InviteType;
  recipient: string;
} {
  const recipient = trimInvisible(given);
  const looksLike: InviteType = AT.test(recipient) ? 'email' : 'sms';
  if (type !== undefined && type !== looksLike) throw mismatch(type);
  if (looksLike === 'email') {
    const read = readEmailAddress(recipient);
    if ('fault' in read) throw invalid(read.fault);
    return { type: 'email', recipient: read.address };
  }
  if (country && !isCountry(country)) {
    throw invalid('must be the ISO 3166-1 code of a country, such as FR', 'country');
  }
  const read = readPhoneNumber(recipient, country);
  if ('fault' in read) throw invalid(read.fault);
  return { type: 'sms', recipient: read.number };
}

/**
 * Returns the key by which people are compared: the SHA-256 of a recipient that {@link readRecipient} returned. The case of an
 * email address and an old spelling of a number do not count.
 */
export function recipientKeyOf(type: InviteType, recipient: string): Buffer {
  const folded = type === 'email' ? recipient.toLowerCase() : currentNumber(recipient);
  return createHash('sha256').update(folded).digest();
}

/** Accents of Latin, Greek and Cyrillic letters. The vowel signs of other scripts are more than accents. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Returns a full name in the form in which authors of reviews are compared with it: without case, accents and punctuation.
 * Returns null if it has fewer than two words, because one word names too many people.
 */
export function authorKeyOf(name: string | null): string | null {
  if (name === null) return null;
  const words = name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.,'’`-]+/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length < 2 ? null : words.join(' ');
}

function mismatch(type: InviteType): ApiError {
  return invalid(
    type === 'email'
      ? 'must be an email address, because type is email'
      : 'must be a phone number, because type is sms',
  );
}

function invalid(fault: string, field = 'recipient'): ApiError {
  return new ApiError('invalid_recipient', `${field} ${fault}.`, { field });
}
