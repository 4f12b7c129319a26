const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements of HTML, with those that browsers still read although the standard has dropped them. */
const ELEMENTS = names(
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button ' +
    'canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset ' +
    'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins ' +
    'kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav nobr noembed noframes ' +
    'noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script ' +
    'search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea ' +
    'tfoot th thead time title tr track tt u ul var video wbr xmp',
);
/** Elements of SVG inside of HTML. Alone they are words. */
const DRAWN = names('circle defs ellipse g line path polygon polyline rect symbol text tspan use');
/**
 * Elements that are complete without an end tag, and without attributes. A placeholder such as "<link>", "<source>" or "<img>" is
 * rather a word.
 */
const COMPLETE = names('br hr wbr p li dd dt td th tr');
/** Elements that have code. */
const CODE = names('script style');
/** End tags without a start tag that a browser shows as a line break. */
const BREAKING_ENDS = names('br p');
/** Attributes that have no value. */
const FLAGS = names(
  'allowfullscreen alt async autoplay checked compact controls crossorigin default defer disabled download hidden inert ' +
    'ismap itemscope loop multiple muted noshade novalidate nowrap open playsinline readonly required reversed selected',
);

// In all patterns, a part that repeats ends at a character that it cannot contain. So they take a time that grows with the
// length of the text only.
const TAG = /<(\/?)([a-z][^\s/<>]*)(?=[\s/>])([^<>]*)>/iy;
/** A document type, a processing instruction of XML or a condition of Word. */
const DECLARATION = /<(?:!doctype\b|\?xml\b|!\[(?:if|endif)\b)[^<>]*>/iy;
/** What contains other signs. It ends at the first of its ends. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;
const VALUED = /(?<![^\s"'<>/=])[^\s"'<>/=]+\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'=<>`][^\s<>]*)/g;
/** The name in what is left of a tag at the end of a text that was cut. */
const CUT_NAME = /^\/?([a-z][a-z\d]*)(?![^\s/])/i;
/** What may stand before and behind a tag that is a word of a sentence: "use <p>, not (<br>)". */
const BEFORE_WORD = /[\s([{/]/;
const BEHIND_WORD = /[\s)\]},.;:!?…/]/;
const QUOTE = /["'`“”„‘’«»]/;
/** Stands for a "<" that opens no tag. */
export const LESS_THAN = '\u0001';

interface Tag {
  /** Where its "<" is. */
  at: number;
  /** True if the tag is HTML whatever stands around it. */
  isSure: boolean;
  /** True if the tag is HTML in a text that has sure tags. */
  isPossible: boolean;
  /** The element if its tag stands as a word of a sentence does, and is never closed. */
  named?: string | undefined;
}

/**
 * Replaces every "<" that opens no tag of HTML by {@link LESS_THAN}, so that `List<String>`, `<noreply@example.com>`,
 * `a<b and c>d` and `<not a tag>` stay. A tag is HTML if its element is known, and if it is closed, has an attribute with a
 * value, or is complete without an end tag and no word of a sentence: "the <p> tag" names an element. `<br>` is a word only beside
 * another one. In a text with one such tag, all tags of known elements are HTML, except for a script or style that is named, and a tag
 * that was cut at the end is removed.
 */
export function withoutFalseTags(text: string): string {
  const tags = tagsOf(text);
  const isNaming = tags.some(({ named = 'br' }) => named !== 'br');
  const isHtml = tags.some(({ isSure, named }) => isSure || (named === 'br' && !isNaming));
  const kept = isHtml ? tags.filter((tag) => tag.isPossible && !CODE.has(tag.named ?? '')) : [];
  const marked = withOnly(kept, text);
  return isHtml ? withoutCutTag(marked) : marked;
}

/** Replaces every "<" but those of the tags, which are in the order of the text. */
function withOnly(tags: readonly Tag[], text: string): string {
  let end = 0;
  let marked = '';
  for (const { at } of tags) {
    marked += `${text.slice(end, at).replaceAll('<', LESS_THAN)}<`;
    end = at + 1;
  }
  return marked + text.slice(end).replaceAll('<', LESS_THAN);
}

/** Returns what may be a tag, in the order of the text. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  const open = new Map<string, Tag[]>();
  const ends = new Map<string, number>();
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const length = lengthOfOther(text, at, ends);
    if (length > 0) {
      tags.push({ at, isSure: true, isPossible: true, named: undefined });
      at += length - 1;
      continue;
    }
    const [whole, slash, name = '', attributes = ''] = matchAt(TAG, text, at) ?? [];
    if (whole === undefined) continue;
    const isAWord = isWord(text, at, at + whole.length);
    const tag = tagOf({ at, name: name.toLowerCase(), isEnd: slash === '/', attributes, isAWord }, open);
    if (tag) tags.push(tag);
  }
  return tags;
}

/** Returns the length of a section or declaration, or 0. */
function lengthOfOther(text: string, at: number, ends: Map<string, number>): number {
  const sign = text[at + 1];
  if (sign !== '!' && sign !== '?') return 0;
  return sectionLength(text, at, ends) || (matchAt(DECLARATION, text, at)?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the length of a closed comment or CDATA section, or 0. `ends` remembers the ends that the text no longer has. */
function sectionLength(text: string, at: number, ends: Map<string, number>): number {
  const [start, end] = SECTIONS.find(([first]) => text.startsWith(first, at)) ?? [];
  if (start === undefined || ends.get(end) === -1) return 0;
  const found = text.indexOf(end, at + start.length);
  ends.set(end, found);
  return found === -1 ? 0 : found + end.length - at;
}

/** Returns true if what stands from `start` to `end` has the surroundings of a word, and is not alone on its line. */
function isWord(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? '\n';
  const behind = text[end] ?? '\n';
  if (QUOTE.test(before)) return QUOTE.test(behind);
  return BEFORE_WORD.test(before) && BEHIND_WORD.test(behind) && (before !== '\n' || behind !== '\n');
}

interface TagParts {
  at: number;
  name: string;
  isEnd: boolean;
  attributes: string;
  isAWord: boolean;
}

/** Returns what the form of a tag says about it, or null if it has not the form of one. `open` has the tags to be closed. */
function tagOf({ at, name, isEnd, attributes, isAWord }: TagParts, open: Map<string, Tag[]>): Tag | null {
  const flags = attributes.replace(VALUED, '');
  if (!mayBeElement(name) || !areFlags(flags)) return null;
  const opened = open.get(name) ?? [];
  open.set(name, opened);
  const isKnown = ELEMENTS.has(name);
  const start = isEnd ? opened.pop() : undefined;
  if (start) {
    Object.assign(start, { isSure: isKnown, isPossible: true, named: undefined });
    return { at, isSure: isKnown, isPossible: true, named: undefined };
  }
  const named = isAWord && isBareElement(name, attributes) ? name : undefined;
  const complete = isEnd ? BREAKING_ENDS : COMPLETE;
  const isHtml = named === undefined && (complete.has(name) || (!isEnd && isMarked(attributes, flags)));
  const tag = { at, isSure: isKnown && isHtml, isPossible: isKnown || isHtml, named };
  if (!isEnd) opened.push(tag);
  return tag;
}

/** Returns true if a tag has an attribute with a value, so that its flags are not all of them, or a slash at its end. */
function isMarked(attributes: string, flags: string): boolean {
  return flags !== attributes || attributes.endsWith('/');
}

/** Returns true if the tag of a known element has nothing but its name. A line break is the same with a slash. */
function isBareElement(name: string, attributes: string): boolean {
  const rest = attributes.trim();
  return ELEMENTS.has(name) && (rest === '' || (name === 'br' && rest === '/'));
}

/** Returns true for a known element, and for one with a prefix or of a page's own making: `o:p`, `g-emoji`. */
function mayBeElement(name: string): boolean {
  return ELEMENTS.has(name) || DRAWN.has(name) || /[-:]/.test(name);
}

/** Returns true if a tag without its values has nothing but attributes that have none. `<b and c>` has others. */
function areFlags(attributes: string): boolean {
  return (
    attributes === '' ||
    attributes.split(/[\s/]+/).every((word) => word === '' || FLAGS.has(word.toLowerCase()))
  );
}

/** Looks only behind the last "<", so the work grows with the length of the text only. */
function withoutCutTag(text: string): string {
  const at = text.lastIndexOf(LESS_THAN);
  const cut = text.slice(at + 1);
  if (at === -1 || /[<>]/.test(cut)) return text;
  const [start = '', name = ''] = CUT_NAME.exec(cut) ?? [];
  const known = name.toLowerCase();
  const isCutName = start === cut && [...ELEMENTS].some((element) => element.startsWith(known));
  const isCutTag = cut.includes('=', start.length) && ELEMENTS.has(known);
  return name !== '' && (isCutName || isCutTag) ? text.slice(0, at) : text;
}
