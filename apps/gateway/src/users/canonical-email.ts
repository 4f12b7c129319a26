import { domainToASCII } from 'node:url';

/**
 * Returns one spelling for all spellings of an email address: without spaces around it, compatibility characters
 * replaced (NFKC), case removed, and the domain in ASCII. Attempts to sign in are counted by it. Returns some text for
 * anything that is not an address.
 */
export function canonicalEmail(email: string): string {
  const address = email.normalize('NFKC').trim();
  const at = address.lastIndexOf('@');
  if (at < 0) return withoutCase(address);
  const domain = address.slice(at + 1);
  return `${withoutCase(address.slice(0, at))}@${domainToASCII(domain) || withoutCase(domain)}`;
}

/** Upper case first, because some letters such as ß have only there the form that their variants share. */
function withoutCase(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFKC');
}
