/** More of a reply is not read. */
const MAX_READ = 4_096;

/** Block lists whose address in a reply is a reason of its own. */
const BLOCK_LISTS =
  /spamhaus|spamcop|barracudacentral|sorbs|abuseat|surbl|uribl|uceprotect|dnsbl|blocklist|blacklist|senderbase|cloudmark|dnswl/;

/** Hosts whose name tells which provider answered, where that changes what the answer means. */
const PROVIDERS = /\.docomo\.ne\.jp$/;

/**
 * Returns a reply in lower case, on one line and without addresses, paths of URLs and host names, because their words are chosen by
 * others: a mailbox may be called `unknown.user`, and a server `spam.example`.
 */
export function readableReply(text: string): string {
  return text
    .slice(0, MAX_READ)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^ <>"(),;[\]{}]+/g, readableWord)
    .trim();
}

function readableWord(word: string): string {
  if (/^https?:|^www\./.test(word)) return BLOCK_LISTS.test(word) ? 'blocklist' : 'url';
  if (word.includes('@')) return word.replace(/^[^:]*@[^:]*|.*@.*/, '@');
  if (/^\d+\.\d+\.\d+\.\d+/.test(word)) return 'ip';
  if (!isHostName(word) || PROVIDERS.test(word)) return word;
  return BLOCK_LISTS.test(word) ? 'blocklist' : 'host';
}

/** True for names with three labels or more. Exchange names its components in the same form. */
function isHostName(word: string): boolean {
  if (word.startsWith('resolver.') || word.startsWith('storedrv.')) return false;
  const labels = word.split('.');
  return (
    labels.length > 2 && /[a-z]/.test(word) && labels.slice(0, -1).every((label) => /^[\w-]+$/.test(label))
  );
}

/** A server that looked the sender up quotes the reply of the sender's own server. */
const SENDER_CHECK = /sender (?:address )?(?:rejected|verif)|verification failed for/;

/** Returns the reply of another server inside of a reply, or null if there is none. The last one is the innermost. */
export function innerReply(text: string): string | null {
  const parts = text.split(
    /(?:\b(?:said|was|returned|response|with|message|error) ?[:'"([]|\berror [45]\d\d-'|->|<<<)['"([ ]{0,4}(?=[45]\d\d[ -]|[45]\.\d{1,3}\.\d)/,
  );
  if (parts.length < 2 || SENDER_CHECK.test(parts.at(-2) ?? '')) return null;
  return parts.at(-1) ?? null;
}

/** Returns the text of a reply without its codes, so that a sentence that continues on the next line is whole. */
export function withoutCodes(text: string): string {
  return text
    .replace(/\(in reply to [a-z ]{0,40}\)/g, ' ')
    .replace(/(?:^|[ #(])[245]\d\d[ -]/g, ' ')
    .replace(/(?:^|[ #(-])[245]\.\d{1,3}\.\d{1,3}[ )]/g, ' ')
    .replace(/ +/g, ' ');
}

/** Returns the code that a reply begins with, or the first one in it. */
export function replyCodeIn(text: string): string | null {
  return /(?:^|[ :;'"<([#])([245]\d\d)(?=[ -]|$)/.exec(text)?.[1] ?? null;
}

/** Returns the enhanced status codes of a text that say something, in their order. */
export function codesIn(text: string): string[] {
  const found = text.matchAll(/(?:^|[^\d.])([245]\.[0-7]\.\d{1,3})(?![\d.]*\d)/g);
  return [...found].map(([, code = '']) => code).filter((code) => !code.endsWith('.0.0'));
}
