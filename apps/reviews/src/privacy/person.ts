import { createHash } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * An email address in the one spelling that it is stored and compared in: lower case, the domain as DNS knows it.
 * Nobody gives two people mailboxes that differ in case alone.
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

/** A {@link mailbox} as people write it: with the letters of its domain instead of what DNS makes of them. */
export function readable(box: string): string {
  const at = box.lastIndexOf('@');
  const domain = box.slice(at + 1);
  return `${box.slice(0, at)}@${domainToUnicode(domain) || domain}`;
}

/**
 * What is kept of a person who was erased, hex: enough to know the mailbox when it comes again, in this sub account
 * only, and nothing to write to.
 */
export function personHash(subAccountId: number, box: string): string {
  return createHash('sha256').update(`person:${subAccountId}:${box}`).digest('hex');
}
