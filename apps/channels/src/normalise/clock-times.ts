import type { CalendarDay } from './calendar';

/** Hours from UTC. RFC 822 names those of the USA. */
const ZONES = new Map(
  (
    [
      ['Z UT UTC GMT WET', 0],
      ['WEST BST CET MET MEZ', 1],
      ['CEST MEST MESZ EET', 2],
      ['EEST MSK TRT', 3],
      ['PKT', 5],
      ['HKT SGT AWST', 8],
      ['JST KST', 9],
      ['ACST', 9.5],
      ['AEST', 10],
      ['ACDT', 10.5],
      ['AEDT', 11],
      ['NZST', 12],
      ['NZDT', 13],
      ['NDT', -2.5],
      ['BRT ADT', -3],
      ['NST', -3.5],
      ['EDT', -4],
      ['EST CDT', -5],
      ['CST MDT', -6],
      ['MST PDT', -7],
      ['PST AKDT', -8],
      ['AKST', -9],
      ['HST', -10],
    ] as const
  ).flatMap(([names, hours]) => names.split(' ').map((name) => [name, hours] as const)),
);

// As Intl writes the halves of the day, and the usual other words. "em", "ap" and "de" are words of other languages.
const AM =
  'a\\. ?m\\.?|am|上午|早上?|清晨|凌晨|पूर्वाह्न|सुबह|午前|오전|π\\.? ?μ\\.?|ص|ق\\.? ?ظ\\.?|öö|oo|dop\\.?|дп|priekšp\\.?|priešpiet|priespiet|f\\. ?m\\.|' +
  'pg|in the morning|morgens|vormittags|du matin|de la ma[nñ]ana|da manh[aã]|di mattina|del mattino|утра';
const PM =
  'p\\. ?m\\.?|pm|下午|傍晚|晚上?|中午|अपराह्न|दोपहर|शाम|午後|오후|μ\\.? ?μ\\.?|م|ب\\.? ?ظ\\.?|ös|os|(?:od|po|pēc)p\\.?|pecp\\.?|пп|popiet|e\\. ?m\\.|' +
  'ptg|in the (?:afternoon|evening)|nachmittags|abends|de l.apr[eè]s-midi|du soir|de la tarde|da tarde|d(?:i|el) pomeriggio|di sera|вечера';
const SHORT_AM = '(?:fm|ap\\.)(?= ?$)|de\\.(?= \\d?\\d:)|sa(?= )';
const SHORT_PM = '(?:em|ip\\.)(?= ?$)|du\\.(?= \\d?\\d:)|ch(?= )';
const AFTERNOON = new RegExp(`^(?:${PM}|em|ip|du\\.|ch)`, 'iu');
// The German "10:15 am 3. Juni" has no half of the day.
const HALF = `(?:${AM}|${PM}|${SHORT_AM}|${SHORT_PM})(?!\\p{L}| \\d{1,2}\\.(?: |\\d))`;
/** "5 PM" and "5.12 p.m.", which are read as "5:00 PM" and "5:12 p.m." */
const HOUR_OF_12 =
  /(?<![\d.,:/-]|\d ?h ?)(\d{1,2})(?:\.(\d\d))?(?= ?[ap]\.? ?m(?!\p{L})\.?(?! \d{1,2}\.))/giu;

const OFFSET = '[+-](?:0?\\d|1[0-4])(?::?[0-5]\\d)?(?![\\d:/.])';
const COLON_TIME = new RegExp(
  `(?<![\\d:.]|[a-z]{2}[+-])(?:(?<=\\d)t)?(?:(${HALF}) ?)?(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d{1,9})?)?(?![\\d:])` +
    `(?: ?(?:ч\\.?|uhr|uur|h)(?!\\p{L}))?(?: ?(${HALF}))?(?: ?\\(?(?:(?:utc|gmt|ut|z)? ?(${OFFSET}))\\)?(?: [a-z]{3,5}(?!\\p{L}))?| ?\\(?(\\p{L}{1,5})(?![\\p{L}.])\\)?)?`,
  'giu',
);
/** What JavaScript adds to its zone: "GMT+0200 (Central European Summer Time)". Java adds "[Europe/Berlin]". */
const ZONE_NOTE = /(?<=[+-]\d{4}) \([^()]*\)|\[[A-Za-z_/+-]+\d*\]/g;

export interface Clock {
  time: CalendarDay;
  /** Minutes east of UTC. Undefined if the text names no zone, null if it names one that has several meanings. */
  offset: number | null | undefined;
}

/** Returns the time, or null if there is no such time. */
function timeOf(parts: readonly (string | undefined)[], half: string | undefined): CalendarDay | null {
  const [hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  // Chinese noon lasts from 11 to 1.
  if (half === undefined || hour > 12 || (half === '中午' && hour > 3)) return [hour, minute, second];
  return [(hour % 12) + (AFTERNOON.test(half) ? 12 : 0), minute, second];
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns what a word after a time says about its zone. Null means that the word does not belong to the time. */
function zoneOf(word: string, isLast: boolean): { offset: number | null } | null {
  const hours = ZONES.get(word.toUpperCase());
  const isName = word === word.toUpperCase() || /^(?:utc|gmt|z)$/i.test(word);
  if (hours !== undefined && isName) return { offset: hours * 60 };
  // "IST" is a time of India, Israel and Ireland.
  return isLast && /^[A-Z]{1,5}$/.test(word) ? { offset: null } : null;
}

interface WithoutClock {
  clock: Clock | null;
  /** The text without the time. */
  rest: string;
}

/**
 * Takes a time with a colon out of a date, together with its half of the day and its zone: `2:05 PM`, `14:16:38 GMT+0000`,
 * `오후 2:05`. Returns null if the text has several times, or one that does not exist.
 */
export function takeColonTime(given: string): WithoutClock | null {
  const text = given
    .replace(ZONE_NOTE, '')
    .replace(HOUR_OF_12, (_, hour: string, minute?: string) => `${hour}:${minute ?? '00'}`);
  const [match, ...more] = text.matchAll(COLON_TIME);
  if (!match) return /\d:\d/.test(text) ? null : { clock: null, rest: text };
  const [whole, before, hour, minute, second, after, offset, word] = match;
  const time = timeOf([hour, minute, second], before ?? after);
  if (time === null || more.length > 0) return null;
  const end = match.index + whole.length;
  const zone = word === undefined ? null : zoneOf(word, end === text.length);
  const keptWord = word !== undefined && zone === null ? ` ${word}` : '';
  const rest = `${text.slice(0, match.index)} ${keptWord}${text.slice(end)}`;
  return { clock: { time, offset: offset === undefined ? zone?.offset : offsetOf(offset) }, rest };
}

const H = '(?<![\\d.,/-])(\\d{1,2})';
/** 17.12, 17.12.05, 17.12.05.000000 */
const DOTTED = '(\\d{1,2})\\.(\\d\\d)(?:\\.(\\d\\d)(?:\\.\\d{3,9})?)?(?![\\d.]\\d|\\d)';
const HALF_BEFORE = `(?:(${AM}|${PM}) ?)?`;
/** Other ways to write a time, in a folded text in which `§` stands for the date. */
const WORDED_TIMES = [
  // 17h12, 17 h, 17u12, 14时05分, 오후 2시 5분 9초, but not "2 h of play"
  `${HALF_BEFORE}${H} ?(?:h|u(?=\\d)|時|时|点|點|시|ч|นาฬิกา) ?(?:(\\d{1,2}) ?(?:min|m|分|분|นาที)?)? ?(?:(\\d{1,2}) ?(?:s|秒|초|วินาที)?)?(?: (${HALF}))?(?![\\p{L}\\d])(?:(?<=(?<!\\p{L})(?:a|as|at|um|om) \\d{1,2} ?h)|(?<!h)|(?! \\p{L}))`,
  // kl. 17.12
  `()(?<!\\p{L})(?:kl|klo|kello|kell|pukul|um|a|at|alle|alle ore|ore|om|в|o|v)\\.? ${DOTTED}(?! ?[/€$£¥%])(?: ?(${HALF}))?`,
  // 17.12 directly after the date and nothing behind it, but not "4.50" and "12.50 EUR"
  `()§(?:, ?| ?(?=\\d\\d|\\S+ ?(?:${HALF})))${DOTTED}(?: ?(${HALF})|(?=[,.)]? ?(?:$|[|·(]|utc|gmt)))`,
  // 17.12 Uhr, 17 uur
  `()${H}(?:[.](\\d\\d))?() ?(?:uhr|uur|o'clock|heures)(?!\\p{L})`,
  // 5 вечера, 5 de la tarde. "5 am 3. Juni" is no time.
  `()${H}(?:[.](\\d\\d))?() ?(?![ap]\\.? ?m)(${AM}|${PM})(?!\\p{L})`,
].map((pattern) => new RegExp(pattern, 'u'));

/**
 * Returns the time of a text in {@link foldedDate} form in which `§` stands for the date, or null if there is none. No time of
 * the form `17.12` stands directly behind `§;`.
 */
export function wordedTime(text: string): Clock | null {
  for (const pattern of WORDED_TIMES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, before, hour, minute, second, after] = match;
    const time = timeOf([hour, minute, second], (before === '' ? undefined : before) ?? after);
    return time && { time, offset: undefined };
  }
  return null;
}
