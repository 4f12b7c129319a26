import { parse } from 'tldts';
import { isAbbreviation, isParticle } from './name-words';

/** Full stops of other scripts, which browsers take for a dot. */
const DOTS = /[\u3002\uff0e\uff61\u2024\ufe52]/g;
const IGNORED = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Signs of an address that no name has, and words that begin one. */
const SIGNS = /[@:/\\]|(?<![\p{L}\p{M}])(?:www\d?|h(?:tt|xx)ps?|ftp|mailto)(?![\p{L}\p{M}])/iu;
/** How people hide a dot: `prize[.]example`, `prize (dot) example`. */
const HIDDEN_DOT = /\s*[([{<]\s*(?:\.|dot|punkt|point|punto|ponto)\s*[)\]}>]\s*/gi;
const SPELLED = /[\p{L}\p{N}]\s+dot\s+(\p{L}{2,})/giu;
const LATE = /([\p{L}\p{N}-]{2,})\.\s+(\p{Ll}{2,})/gu;
/** Top-level domains that no registry has (RFC 2606, RFC 6762, RFC 7686). */
const RESERVED = new Set(['example', 'test', 'invalid', 'localhost', 'local', 'onion', 'internal', 'lan']);
const INITIALS = /^\p{Lu}+$/u;

/**
 * Returns true if a short text has a web address, a domain, an IP address or an email address in it, also one that is disguised with
 * blanks, invisible characters or other full stops. A word after a dot counts if it is a top-level domain, so that `Anna.Maria`
 * and `St.John` do not.
 */
export function mentionsAddress(given: string): boolean {
  const text = given
    .normalize('NFKC')
    .replace(IGNORED, '')
    .replace(DOTS, '.')
    .replace(HIDDEN_DOT, '.')
    .replace(/\s+\.\s*/g, '.');
  if (SIGNS.test(text) || /\d\.\d/.test(text)) return true;
  if (text.split(/[\s,;()"]+/).some(isDomain)) return true;
  if ([...text.matchAll(SPELLED)].some(([, next = '']) => isTopLevel(next))) return true;
  return [...text.matchAll(LATE)].some(
    ([, word = '', next = '']) => isTopLevel(next) && !isParticle(next) && !isAbbreviation(`${word}.`),
  );
}

function isDomain(token: string): boolean {
  if (!token.includes('.') || isAbbreviation(token)) return false;
  const labels = token.split('.');
  return labels.some((label, at) => {
    const [word = ''] = /^(?:xn--[a-z0-9-]+|[\p{L}\p{M}]+)/iu.exec(label) ?? [];
    return at > 0 && isTopLevel(word) && !isNamePart(labels.slice(0, at), label);
  });
}

/** Returns true for what follows a title, `Dr.Li`, or the initials of a name, `J.Kim`. */
function isNamePart(before: readonly string[], label: string): boolean {
  if (before.every((one) => one !== '' && isAbbreviation(`${one}.`))) return true;
  return before.every((one) => one.length === 1 && INITIALS.test(one)) && /^\p{Lu}\p{Ll}{2,}$/u.test(label);
}

function isTopLevel(word: string): boolean {
  if (word.length < 2) return false;
  const label = word.toLowerCase();
  return RESERVED.has(label) || parse(`x.${label}`, { allowPrivateDomains: false }).isIcann === true;
}
