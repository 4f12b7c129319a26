import { domainToASCII } from 'node:url';

/**
 * Returns one spelling for all spellings of an email address: without spaces around it, compatibility characters
 * replaced (NFKC), case removed, and the domain in ASCII. Emails that find the same user, because `lower()` of Postgres
 * returns the same text for them, have the same spelling. Attempts to sign in are counted by it. Returns some text for
 * anything that is not an address.
 */
export function canonicalEmail(email: string): string {
  const address = [...email].map(lowerCaseOf).join('').normalize('NFKC').trim();
  const at = address.lastIndexOf('@');
  if (at < 0) return withoutCase(address);
  const domain = address.slice(at + 1);
  return `${withoutCase(address.slice(0, at))}@${domainToASCII(domain) || withoutCase(domain)}`;
}

/** Maps one character to one, as Postgres does. JavaScript maps İ to two, and Σ by its place in the word. */
function lowerCaseOf(character: string): string {
  return character === '\u0130' ? 'i' : character.toLowerCase();
}

/** Upper case first, because some letters such as ß have only there the form that their variants share. */
function withoutCase(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFKC');
}
