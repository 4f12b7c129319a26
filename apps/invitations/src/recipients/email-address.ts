import { domainToASCII } from 'node:url';

/** Longest address that a mail server has to accept (RFC 5321). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

/** Words of ASCII without quotes, separated by single dots. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** Rules out what the conversion to ASCII would read as something else, such as `%41`, and every blank. */
const DOMAIN = /^(?:[a-z0-9.-]|[^\0-\x7f\s])+$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/**
 * Reads exactly one address and returns it with its domain in ASCII and lower case, or the reason why it is none. Quoted local
 * parts are refused: hardly any mailbox has one, and mail programs disagree on where such an address ends. A local part
 * outside ASCII needs SMTPUTF8, which servers on the way may lack.
 */
export function readEmailAddress(text: string): { address: string } | { fault: string } {
  if (text.length > MAX_ADDRESS) return { fault: `must have at most ${MAX_ADDRESS} characters` };
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (/[\s,;<>]/.test(text) || local.includes('@')) {
    return { fault: 'must be one email address without a name, such as bob@example.com' };
  }
  if (local.includes('"')) return { fault: 'must not have quotes before the @' };
  if (/[^\0-\x7f]/.test(local)) return { fault: 'must have only ASCII characters before the @' };
  if (local.length > MAX_LOCAL) return { fault: `must have at most ${MAX_LOCAL} characters before the @` };
  const domain = readDomain(text.slice(at + 1));
  if (!LOCAL.test(local) || domain === null)
    return { fault: 'must be an email address such as bob@example.com' };
  const address = `${local}@${domain}`;
  return address.length > MAX_ADDRESS
    ? { fault: `must have at most ${MAX_ADDRESS} characters` }
    : { address };
}

/** Returns a public domain in ASCII and lower case, or null. IP addresses and names without a dot are none. */
function readDomain(text: string): string | null {
  if (!DOMAIN.test(text)) return null;
  const labels = domainToASCII(text).split('.');
  const isPublic =
    labels.length > 1 && labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label));
  return isPublic && !/^\d+$/.test(labels.at(-1) as string) ? labels.join('.') : null;
}
