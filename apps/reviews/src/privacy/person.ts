import { createHash } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Returns an email address in the spelling in which it is stored and compared: lower case, with the domain as DNS spells
 * it. Providers do not give two people addresses that differ only in case.
 */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .normalize('NFC')
    .toLowerCase();
  const local = email.slice(0, at).normalize('NFC').toLowerCase();
  return `${local}@${domainToASCII(domain) || domain}`;
}

/** Returns a {@link mailbox} as people write it: with Unicode letters in its domain instead of the DNS encoding. */
export function readable(box: string): string {
  const at = box.lastIndexOf('@');
  const domain = box.slice(at + 1);
  return `${box.slice(0, at)}@${domainToUnicode(domain) || domain}`;
}

/** What is known of a person whose data is erased. */
export interface Person {
  /** See {@link mailbox}; null if only a phone number is known. */
  mailbox: string | null;
  /** The invitations on whose landing pages the person wrote a review. */
  invites: readonly number[];
}

const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;

/** Returns true for a phone number as E.164 writes it. */
export function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text);
}

/** Where a person was erased: in one sub account, or in all of an account. */
export type ErasedIn = { subAccountId: number } | { accountId: number };

/**
 * Returns the hash, in hex, that is kept of an erased person. It recognises the mailbox if it appears again in the same
 * place, and does not reveal the address. The name of an invitation stands for a recipient without a mailbox.
 */
export function personHash(place: ErasedIn, box: string): string {
  const name = 'accountId' in place ? `account:${place.accountId}` : String(place.subAccountId);
  return createHash('sha256').update(`person:${name}:${box}`).digest('hex');
}
