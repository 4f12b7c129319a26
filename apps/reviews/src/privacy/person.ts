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

/** Where a person was erased: in one sub account, or in all of an account. */
export type ErasedIn = { subAccountId: number } | { accountId: number };

/**
 * Returns the hash, in hex, that is kept of an erased person. It recognises the mailbox if it appears again in the same
 * place, and does not reveal the address.
 */
export function personHash(place: ErasedIn, box: string): string {
  const name = 'accountId' in place ? `account:${place.accountId}` : String(place.subAccountId);
  return createHash('sha256').update(`person:${name}:${box}`).digest('hex');
}
