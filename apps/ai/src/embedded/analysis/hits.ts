import type { PhraseMatch } from '../../language/phrase-book';
import type { Lexicon, Role } from '../lexicon/lexicon';
import type { Polarity } from './aspect-finding';

/** Letters of the parts of a compound noun. Shorter nouns end words by chance. */
const MIN_COMPOUND_PART = 3;
const MIN_COMPOUND_HEAD = 5;

/** A judgement within so many words of a noun is beside it, not counting a negation: "the staff were not very friendly". */
const MAX_BESIDE = 2;

/** The words of a conjunction, and an intensifier, between two judgements: "and very". */
const MAX_JOINED = 2;

/** A phrase of the lexicon in a clause. */
export interface Hit {
  role: Role;
  /** Index of its first word, and the one behind its last word. */
  begin: number;
  end: number;
  /** True if it begins with a negation, as "without a hitch" does. Another one before it takes nothing back: "no hay ni una mancha". */
  isNegative: boolean;
  /** True if a preposition stands before it: "we ate on the terrace". */
  isAside: boolean;
  /** True if what it judges is not beside it. */
  isIndirect: boolean;
}

/** Returns the phrases of a clause in their order. They do not overlap: the longest one wins. */
export function hitsOf(words: readonly string[], lexicon: Lexicon): Hit[] {
  const hits: Hit[] = [];
  let at = 0;
  while (at < words.length) {
    const match = matchAt(words, at, lexicon);
    // "The staff were great too" says nothing against them.
    const isLast = match?.value.kind === 'excess' && at + match.length === words.length;
    if (match && !isLast) {
      const isNegative = match.length > 1 && isNegationWord(words[at] as string, lexicon);
      const isAside =
        match.value.kind === 'noun' && isBehindPreposition(words, at, hits.at(-1)?.end ?? 0, lexicon);
      hits.push({
        role: match.value,
        begin: at,
        end: at + match.length,
        isNegative,
        isAside,
        isIndirect: false,
      });
    }
    at += match?.length ?? 1;
  }
  return hits;
}

/** Between a preposition and its noun stands at most one word, such as an article. */
function isBehindPreposition(words: readonly string[], at: number, from: number, lexicon: Lexicon): boolean {
  for (let before = Math.max(from, at - 2); before < at; before++) {
    if (lexicon.prepositions.has(words[before] as string)) return true;
  }
  return false;
}

function matchAt(words: readonly string[], at: number, lexicon: Lexicon): PhraseMatch<Role> | null {
  const phrase = lexicon.phrases.longestAt(words, at);
  const trait = lexicon.traits.longestAt(words, at);
  if (trait === null && phrase === null && lexicon.compounds) return compoundOf(words[at] as string, lexicon);
  if (trait === null || trait.length < (phrase?.length ?? 0)) return phrase;
  const otherwise = phrase?.length === trait.length ? phrase.value : null;
  return { value: { kind: 'trait', sides: trait.value, otherwise }, length: trait.length };
}

/** Returns the noun that a long unknown word ends in. */
function compoundOf(word: string, { phrases }: Lexicon): PhraseMatch<Role> | null {
  for (let from = MIN_COMPOUND_PART; from <= word.length - MIN_COMPOUND_HEAD; from++) {
    const match = phrases.longestAt([word.slice(from)], 0);
    if (match?.value.kind === 'noun') return match;
  }
  return null;
}

function isNegationWord(word: string, { phrases }: Lexicon): boolean {
  return phrases.longestAt([word], 0)?.value.kind === 'negation';
}

/**
 * Returns the hits of a clause of so many words in parts: a contrast begins a new part, and so does a conjunction between two judgements.
 */
export function partsOf(hits: readonly Hit[], words: number): Hit[][] {
  const parts: Hit[][] = [[]];
  hits.forEach((hit, at) => {
    const part = parts.at(-1) as Hit[];
    const { kind } = hit.role;
    if (kind === 'contrast' || (kind === 'conjunction' && separates(part, hits, at))) parts.push([]);
    else part.push(hit);
  });
  return endsInNegation(parts, words) ? [...parts.slice(0, -2), parts.slice(-2).flat()] : parts;
}

/** "Sauber war es leider nicht": a negation that ends the clause belongs to what was said before. */
function endsInNegation(parts: readonly Hit[][], words: number): boolean {
  const last = parts.at(-1) ?? [];
  return parts.length > 1 && last.at(-1)?.end === words && last.every(({ role }) => role.kind === 'negation');
}

/**
 * "Great location and friendly staff" is two judgements. "The staff and the food were great" is one about both, and "not friendly and
 * helpful" is one that is taken back.
 */
function separates(before: readonly Hit[], hits: readonly Hit[], at: number): boolean {
  if (!before.some(isJudgement) || !untilJoin(hits, at + 1).some(isJudgement)) return false;
  return !(before.some(isNegation) && isShared(hits[at - 1], hits[at + 1]));
}

/** Returns the hits from an index up to the next contrast or conjunction. */
function untilJoin(hits: readonly Hit[], from: number): Hit[] {
  const end = hits.findIndex((hit, at) => at >= from && isJoin(hit));
  return hits.slice(from, end === -1 ? hits.length : end);
}

export function isJoin({ role }: Hit): boolean {
  return role.kind === 'contrast' || role.kind === 'conjunction';
}

export function isJudgement({ role }: Hit): boolean {
  return role.kind === 'opinion' || role.kind === 'verdict' || role.kind === 'manner';
}

/** A negation counts for both of two like judgements that a conjunction joins: "not friendly and very helpful". */
export function isShared(one: Hit | undefined, other: Hit | undefined): boolean {
  if (!one || !other || !isJudgement(one) || !isJudgement(other)) return false;
  return polarityOf(one) === polarityOf(other) && other.begin - one.end <= MAX_JOINED;
}

function polarityOf({ role }: Hit): Polarity | null {
  return 'polarity' in role ? role.polarity : null;
}

function isNegation({ role }: Hit): boolean {
  return role.kind === 'negation';
}

export function isBeside(judgement: Hit, noun: Hit, hits: readonly Hit[]): boolean {
  const begin = Math.min(judgement.end, noun.end);
  const end = Math.max(judgement.begin, noun.begin);
  const negations = hits.filter((hit) => isNegation(hit) && hit.begin >= begin && hit.end <= end);
  return distanceOf(judgement, noun) - negations.length <= MAX_BESIDE;
}

/** Returns the number of words between two hits. */
export function distanceOf(one: Hit, other: Hit): number {
  return one.end <= other.begin ? other.begin - one.end : one.begin - other.end;
}
