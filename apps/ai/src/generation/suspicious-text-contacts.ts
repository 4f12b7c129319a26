import words from './suspicious-contact-words.json';
import { visibleText, withoutLookAlikes, withSingleSpaces } from './suspicious-text-folding';
import { hasPattern, type PatternGroup } from './suspicious-text-patterns';

/** Endings of domains that are no words of a review. */
const ENDINGS = words.endings.join('|');

/**
 * Endings that are words too. After a full stop without a space, as in `sauber.es war laut`, they end no
 * domain.
 */
const WORD_ENDINGS = words.word_endings.join('|');

const DIGIT = `(?:${words.digits.join('|')})`;
const DOT = '(?:dot|punkt|punto|ponto|point)';
const AT = '(?:at|arroba|chiocciola|arobase)';

/** Customers name the portal on which they booked or ordered. A name alone is no address to go to. */
const PORTAL = new RegExp(
  `(?<![\\p{L}\\p{N}@./-])(?:${words.portals.join('|')})\\.(?:com|de|fr|es|it|pt|co\\.uk|nl|at|ch|com\\.br|eu|be)` +
    '(?![\\p{L}\\p{N}/@-]|\\.\\p{L})',
  'giu',
);

/** A full stop before a letter, as in a domain. */
const INNER_STOP = /\.[a-z]/iu;

/** Contacts other than telephone numbers in digits. */
const CONTACTS: readonly PatternGroup[] = [
  {
    needs: /:/,
    patterns: [
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s]|\bhttps?:/i,
      /\b(?:javascript|vbscript|mailto|whatsapp|tg):[^\s]|\bdata:[a-z]{1,20}\//i,
    ],
  },
  { needs: /www/i, patterns: [/\bwww ?\. ?[\p{L}\p{N}]/iu] },
  {
    needs: INNER_STOP,
    patterns: [
      new RegExp(`(?<![\\p{L}\\p{N}-])[\\p{L}\\p{N}-]{1,63}\\.(?:${ENDINGS})(?![\\p{L}\\p{N}-])`, 'u'),
      new RegExp(
        `(?<![\\p{L}\\p{N}-])[\\p{Lu}\\p{N}-]{2,63}\\.(?:${ENDINGS.toUpperCase()})(?![\\p{L}\\p{N}-])`,
        'u',
      ),
      // A word as ending makes a domain at the end of a sentence, with a path, after a hyphen or digit, or if
      // announced.
      new RegExp(`[\\p{L}\\p{N}]\\.(?:${WORD_ENDINGS})(?:/[\\p{L}\\p{N}]|\\.?$|[,;:!?)"'\\]]|\\. )`, 'mu'),
      new RegExp(`[\\p{L}\\p{N}][\\d-][\\p{L}\\p{N}-]{0,60}\\.(?:${WORD_ENDINGS})(?![\\p{L}\\p{N}-])`, 'u'),
      new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${words.announcing.join('|')}):? [\\p{L}\\p{N}-]{1,63}\\.(?:${WORD_ENDINGS})(?![\\p{L}\\p{N}-])`,
        'iu',
      ),
    ],
  },
  {
    needs: new RegExp(DOT, 'iu'),
    patterns: [
      new RegExp(
        `[\\p{L}\\p{N}] ?[[({]? ?${DOT} ?[\\])}]? ?(?:com|net|org|info|biz|io)(?![\\p{L}\\p{N}])`,
        'iu',
      ),
      new RegExp(`(?<!\\p{L})${DOT} \\p{L}{2,24} (?:slash|barra|schrägstrich)(?!\\p{L})`, 'iu'),
      new RegExp(`(?<!\\p{L})${AT} [\\p{L}\\p{N}-]{1,63} ${DOT} \\p{L}{2}`, 'iu'),
    ],
  },
  {
    needs: /[[({<]/,
    patterns: [
      new RegExp(`[[({] ?(?:${DOT}|\\.) ?[\\])}] ?\\p{L}{2}`, 'iu'),
      new RegExp(`[\\p{L}\\p{N}] ?[[({<] ?(?:${AT}|@) ?[\\])}>] ?[\\p{L}\\p{N}]`, 'iu'),
    ],
  },
  {
    needs: /@/,
    patterns: [
      /[\p{L}\p{N}_%+.-]@[\p{L}\p{N}-]{1,63}\.\p{L}{2}/u,
      /@ ?[\p{L}\p{N}-]{1,63} ?\. ?(?:com|net|org)(?![\p{L}\p{N}])/u,
      /(?:telegram|instagram|insta|whatsapp|tiktok|snapchat|discord|skype|viber)[ :]{0,3}@[\w.]{3}/i,
    ],
  },
  {
    needs: new RegExp(`[ ,-]${DIGIT}[ ,-]{1,2}${DIGIT}[ ,-]`, 'iu'),
    // Seven digits in words: a telephone number that is read aloud.
    patterns: [new RegExp(`(?:${DIGIT}(?:[ ,-]{1,2}|(?!\\p{L}))){7}`, 'iu')],
  },
];

/** A row of at least seven digits with separators between them. */
const NUMBER = /(?<!\p{Nd})[+(]{0,2}\p{Nd}(?:[ ()./\u2010-\u2015-]{0,3}\p{Nd}){6,}/gu;

/** Each telephone number has this. */
const SEVEN_DIGITS = /(?:\p{Nd}\P{Nd}{0,3}){7}/u;

/** Dates, hours and marks, which look like telephone numbers when they follow each other. */
const NO_NUMBERS: readonly RegExp[] = [
  /(?<![\d./])\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?!\d|[./]\d)/g,
  /(?<!\d)(?:19|20)\d\d-\d{1,2}-\d{1,2}(?!\d)/g,
  /(?<![\d.])\d{1,2}[.:h]\d{2} ?(?:h|uhr|am|pm)? ?[-–—] ?\d{1,2}[.:h]\d{2}(?!\d|\.\d)/gi,
  /(?<![\d/])\d{1,2}\/(?:5|10|20|100)(?![\d/])/g,
];

/** Before a number, these words say that it is not one to call. */
const REFERENCE = new RegExp(`(?:${words.references.join('|')})[ .:#]{0,3}$`, 'iu');
const CALL = new RegExp(words.calls.join('|'), 'iu');
const MONEY_AFTER = /^ ?(?:€|\$|£|¥|₫|₩|(?:eur|euros?|usd|vnd|idr|won|yen|dong|rp|rs)(?!\p{L}))/iu;

/** Returns true if the text has a web address, an e-mail address or a telephone number. */
export function hasContact(text: string): boolean {
  return lineHasContact(withSingleSpaces(withoutLookAlikes(visibleText(text))));
}

/** The same as {@link hasContact} for a visible text without look-alikes and with single spaces. */
export function lineHasContact(line: string): boolean {
  const text = INNER_STOP.test(line) ? line.replace(PORTAL, ' ') : line;
  return hasPattern(text, CONTACTS) || (SEVEN_DIGITS.test(text) && hasPhone(text));
}

function hasPhone(text: string): boolean {
  const flat = NO_NUMBERS.reduce((rest, pattern) => rest.replace(pattern, ' , '), text.replace(/\n/g, ' ; '));
  return [...flat.matchAll(NUMBER)].some(({ 0: number, index }) => {
    const before = flat.slice(Math.max(0, index - 30), index);
    const after = flat.slice(index + number.length, index + number.length + 8);
    return isPhone(number, before, after);
  });
}

function isPhone(number: string, before: string, after: string): boolean {
  const digits = number.replace(/\P{Nd}/gu, '');
  if (digits.length < (/^[+(0]/.test(number) ? 8 : 9)) {
    return false;
  }
  const isYears = /^(?:(?:19|20)\d\d)+$/.test(digits);
  const isReference = REFERENCE.test(before) && !number.startsWith('+') && !CALL.test(before);
  return !isYears && !isReference && !MONEY_AFTER.test(after) && !/[€$£¥] ?$/.test(before);
}
