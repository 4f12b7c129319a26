import { plainLine, plainText, truncate } from '../content';
import {
  isAbbreviation,
  isBirthName,
  isCompany,
  isConjunction,
  isFaculty,
  isHousehold,
  isLastNameOnly,
  isNeverFirst,
  isNoName,
  isParticle,
  isPlaceholder,
  isSuffix,
  isTitle,
  isWeakTitle,
} from './name-words';
import { withCase } from './name-case';
import { mentionsAddress } from './web-address';

/** How a message names a person. */
export interface PersonName {
  /** The whole name in one line, in the order in which it is spoken. */
  full: string;
  /** What a greeting uses. Null: it is not known. */
  first: string | null;
}

/** A longer text is cut before it is read. */
const MAX_NAME = 120;
const MAX_FIRST = 40;
const MAX_DIGITS = 3;
/** More marks on one letter are a decoration. */
const MARKS = /(\p{M}{4})\p{M}+/gu;
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\ufe0f\u20e3]/gu;
const APOSTROPHES = /[\u00b4`\u2032\u02b9\uff07]/g;
const HYPHENS = /[\u2010\u2011]/g;
/** Some shops escape names for HTML: `O&#39;Neil`. */
const ENTITY = /&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8});/i;
/** Spanish and Portuguese abbreviations: `Dª`, `Sr.ª`, `Eng.º`, and `Mª` for María. */
const MARIA = /(?<![\p{L}\p{M}])M\.?ª/gu;
const ORDINAL = /(?<=\p{L})\.?[ªº]/gu;
/** Letters of another script that look like Latin ones. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
/** All that names are written with. */
const NAME = /^[\p{L}\p{M}\p{Nd}\s.,;'’ʼ‘&()"“”„«»·・‧–—\p{Join_Control}-]*$/u;
const NICKNAME = /\([^()]*\)|["“„«][^"“”„«»]*["“”»]/g;
/** Scripts whose names begin with the name of the family, often without a space. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Reads what a shop sent as the name of a person. Strangers type these names, so the result has nothing that a mail program shows as
 * a link. Returns null if the text is an address, a number, a placeholder such as `null`, or a company.
 */
export function readPersonName(given: string | null): PersonName | null {
  const text = legible(given ?? '');
  if (!isNameText(text)) return null;
  const named = withoutNicknames(text);
  const parts = named
    .split(/[,;]/)
    .map(wordsOf)
    .filter(({ length }) => length > 0);
  const words = parts.flat();
  if (words.every(isPlaceholder) || isNoName(words) || isCompany(words)) return null;
  const { title, rest, suffix, first } = partsOf(parts);
  if (rest.length === 0) return null;
  const isCapitals = !/\p{Ll}/u.test(words.join(''));
  const full = [...title, ...withCase(rest, isCapitals), ...suffix].join(' ');
  const [greeting = null] = first === null ? [] : withCase([first], isCapitals);
  return { full: truncate(full, MAX_NAME), first: greeting };
}

/** Folds forms of letters and signs, and removes decorations. */
function legible(given: string): string {
  const text = truncate(given, 2 * MAX_NAME);
  const plain = plainLine(
    (ENTITY.test(text) && !text.includes('<') ? plainText(text) : text)
      .replace(EMOJI, ' ')
      .replace(APOSTROPHES, "'")
      .replace(MARIA, 'María')
      .replace(ORDINAL, '.'),
  );
  return plainLine(truncate(plain.normalize('NFKC').replace(MARKS, '$1'), MAX_NAME))
    .replace(HYPHENS, '-')
    .replaceAll('&', ' & ')
    .replaceAll('_', ' ');
}

function isNameText(text: string): boolean {
  if (!/\p{L}/u.test(text) || mentionsAddress(text) || !NAME.test(text) || MIXED.test(text)) return false;
  if (/[()]/.test(text.replace(NICKNAME, ''))) return false;
  return (text.match(/\p{Nd}/gu)?.length ?? 0) <= MAX_DIGITS;
}

/** Leaves `(Bill)` and `"Bill"` out, unless nothing else is there. */
function withoutNicknames(text: string): string {
  const without = text.replace(NICKNAME, ' ');
  return (/\p{L}/u.test(without) ? without : text).replace(/[()"“”„«»]/g, ' ');
}

/** Splits a text into words, also after full stops: `J.R.Smith` has two. Words without a letter are left out, and the Dutch 't stays. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap((word) => (isAbbreviation(word) ? [word] : spaced(word)))
    .map((word) => word.replace(/^(?!['’][ts]$)[-–—'’ʼ‘.·]+|[-–—·]+$/giu, ''))
    .filter((word) => word === '&' || /[\p{L}\p{Nd}]/u.test(word));
}

/** A full stop stays after a letter or an abbreviation. No word is left that could be a domain. */
function spaced(word: string): string[] {
  return word
    .replace(/(\p{L}[\p{L}\p{M}]+)\.(?=[\p{L}\p{Nd}])/gu, (all, before) =>
      isAbbreviation(all) ? `${all} ` : `${before} `,
    )
    .replace(/\.(?=\p{L}\p{M}*[\p{L}\p{Nd}])/gu, '. ')
    .split(' ');
}

interface Parts {
  title: string[];
  rest: string[];
  suffix: string[];
  first: string | null;
}

/** Takes the parts between the commas of a name apart. */
function partsOf(given: readonly string[][]): Parts {
  const isOnlySuffix = (part: readonly string[], at: number): boolean =>
    at > 0 && (part.every(isSuffix) || isBirthName(part[0] as string));
  const parts = given.filter((part, at) => !isOnlySuffix(part, at));
  const suffixes = given.filter(isOnlySuffix).flat();
  const [last = [], named, ...others] = parts;
  if (named === undefined) return inOrder(last, suffixes);
  if (others.length > 0) return { title: [], rest: parts.flat(), suffix: suffixes, first: null };
  const before = withoutTitles(last);
  const after = withoutTitles(named);
  const { rest, suffix } = withoutSuffixes(before.rest);
  return {
    title: [...before.title, ...after.title],
    rest: [...after.rest, ...rest],
    suffix: [...suffix, ...suffixes],
    first: greetingOf(after.rest),
  };
}

function inOrder(words: readonly string[], suffixes: readonly string[]): Parts {
  const { title, rest: titled } = withoutTitles(words);
  const { rest: spoken, suffix } = withoutSuffixes(titled);
  const rest = familyLast(spoken);
  const isLastName = (title.length > 0 || suffixes.some(isSuffix)) && !isWholeName(rest);
  const first = isLastName || title.some(isHousehold) || hasSecondTitle(rest) ? null : greetingOf(rest);
  return { title, rest, suffix: [...suffix, ...suffixes], first };
}

/** Returns true for a given and a last name. A particle at the end is a name. */
function isWholeName(words: readonly string[]): boolean {
  return words.filter((word, at) => at === words.length - 1 || !isParticle(word)).length > 1;
}

/** Mr Smith and Mrs Jones. */
function hasSecondTitle(words: readonly string[]): boolean {
  return words.some((word, at) => at > 0 && isConjunction(words[at - 1] as string) && isTitle(word));
}

function withoutTitles(words: readonly string[]): { title: string[]; rest: string[] } {
  let at = 0;
  while (at < words.length && isTitleAt(words, at)) at += 1;
  return { title: words.slice(0, at).map(titleCase), rest: words.slice(at) };
}

/** Herr und Frau, Mr & Mrs: a conjunction between titles belongs to them. */
function isTitleAt(words: readonly string[], at: number): boolean {
  const word = words[at] as string;
  if (isTitle(word) || isHousehold(word) || (at > 0 && isFaculty(word))) return true;
  if (isWeakTitle(word)) return isWeakTitleBefore(words.slice(at + 1));
  return at > 0 && isConjunction(word) && isTitle(words[at + 1] ?? '');
}

/** Don Smith Jr., Don M. Smith and Don & Ann Smith have no title. */
function isWeakTitleBefore(words: readonly string[]): boolean {
  const [next = ''] = words;
  if (/^(?:von|vom|zu|zum)$/i.test(next)) return true;
  return (
    !isConjunction(next) && isWholeName(withoutSuffixes(words).rest.filter((word) => !isAbbreviated(word)))
  );
}

function titleCase(word: string): string {
  return isConjunction(word) ? word.toLowerCase() : (withCase([word.toLowerCase()], false)[0] as string);
}

function withoutSuffixes(words: readonly string[]): { rest: string[]; suffix: string[] } {
  let end = words.length;
  while (end > 1 && isSuffix(words[end - 1] as string)) end -= 1;
  return { rest: words.slice(0, end), suffix: words.slice(end) };
}

/** Forms of France and Italy write the name of the family first and in capital letters: `DUPONT Jeanne`. */
function familyLast(words: readonly string[]): string[] {
  const isCapital = (word: string): boolean =>
    /^[^\p{Ll}.]*$/u.test(word) && (word.match(/\p{Lu}/gu)?.length ?? 0) > 1;
  const at = words.findIndex((word) => !isCapital(word));
  const isFamily = at > 0 && words.slice(0, at).some((word) => (word.match(/\p{Lu}/gu)?.length ?? 0) > 2);
  const given = words.slice(at);
  if (!isFamily || given.some(isCapital) || given.every((word) => isParticle(word) || !/\p{Ll}/u.test(word)))
    return [...words];
  return [...given, ...words.slice(0, at)];
}

/** Returns the word that a greeting uses, or null. */
function greetingOf(words: readonly string[]): string | null {
  const [first] = words;
  if (first === undefined) return null;
  if (FAMILY_FIRST.test(first)) return truncate(words.join(' '), MAX_FIRST);
  if (isInitials(first)) return first;
  const word = first.replace(/-\p{L}\.$|[.'’ʼ‘]+$/u, '');
  const isName =
    !isAbbreviated(first) && !isLastNameOnly(words) && !isNeverFirst(word) && !/\p{Nd}/u.test(word);
  return isName && word.length <= MAX_FIRST ? word : null;
}

/** Returns true for an initial, `Wm.` and `Fr`, by which nobody is called. */
function isAbbreviated(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters < 2 || (word.endsWith('.') && letters < 4) || /^[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]$/.test(word)
  );
}

/** Returns true for `J.R.`, which people are called by. */
function isInitials(word: string): boolean {
  return /^(?:\p{Lu}\.){2,}$/u.test(word) || /^\p{Lu}\.\p{Lu}$/u.test(word);
}
