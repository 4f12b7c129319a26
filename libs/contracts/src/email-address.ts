import { parseUrl } from './parse-url';
import { trimInvisible } from './text';

/** Longest address that a mail server has to accept (RFC 5321). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;
const MAX_DOMAIN = 253;

const SCHEME = /^mailto:/i;
/** Forms of @ that keyboards for East Asian languages type. */
const OTHER_AT = /[\uff20\ufe6b]/;
/** Words of ASCII without quotes, separated by single dots. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/**
 * Rules out what the conversion to ASCII would read as something else, such as `%41`, blanks, and marks and symbols outside ASCII, which
 * no registry accepts (RFC 5892). The marks that it lists are wide dots, the wide hyphen and those that RFC 5892 allows.
 */
const DOMAIN =
  /^(?:[a-z0-9.-]|[\u3002\uff0e\uff61\uff0d\u00b7\u0375\u05f3\u05f4\u30fb]|[^\0-\x7f\s\p{P}\p{S}])+$/iu;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

interface DomainOptions {
  /** True for what the operator sets: a name without a dot, such as localhost, may be a host of their own network. */
  local?: boolean;
}

/**
 * Reads exactly one address and returns it with its domain in ASCII and lower case, or the reason why it is none. Invisible
 * characters around it and `mailto:` are removed. Quoted local parts are refused: hardly any mailbox has one, and mail programs
 * disagree on where such an address ends. A local part outside ASCII needs SMTPUTF8, which servers on the way may lack.
 */
export function readEmailAddress(
  given: string,
  options: DomainOptions = {},
): { address: string } | { fault: string } {
  const text = trimInvisible(given).replace(SCHEME, '');
  if (text.length > MAX_ADDRESS) return { fault: `must have at most ${MAX_ADDRESS} characters` };
  const at = text.lastIndexOf('@');
  if (at < 0 && OTHER_AT.test(text)) {
    return { fault: 'must have an @ of ASCII instead of the wide one, as in bob@example.com' };
  }
  const local = text.slice(0, Math.max(at, 0));
  if (/[\s,;<>]/.test(text) || local.includes('@')) {
    return { fault: 'must be one email address without a name, such as bob@example.com' };
  }
  if (local.includes('"')) return { fault: 'must not have quotes before the @' };
  if (/[^\0-\x7f]/.test(local)) return { fault: 'must have only ASCII characters before the @' };
  if (local.length > MAX_LOCAL) return { fault: `must have at most ${MAX_LOCAL} characters before the @` };
  const domain = readDomain(text.slice(at + 1), options);
  if (!LOCAL.test(local) || domain === null)
    return { fault: 'must be an email address such as bob@example.com' };
  const address = `${local}@${domain}`;
  return address.length > MAX_ADDRESS
    ? { fault: `must have at most ${MAX_ADDRESS} characters` }
    : { address };
}

/**
 * Returns a domain of mail addresses in ASCII and lower case, or null. IP addresses are none. Names without a dot are none unless
 * `local`.
 */
export function readDomain(text: string, { local = false }: DomainOptions = {}): string | null {
  if (text.length > MAX_DOMAIN || !DOMAIN.test(text)) return null;
  const labels = (parseUrl(`http://${text}`)?.hostname ?? '').split('.');
  const isNamed =
    (labels.length > 1 || local) &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) as string);
  return isNamed ? labels.join('.') : null;
}
