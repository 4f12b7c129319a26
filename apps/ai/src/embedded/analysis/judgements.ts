import type { Lexicon } from '../lexicon/lexicon';
import type { Aspect, Polarity } from './aspect-finding';
import { distanceOf, type Hit, isBeside, isJudgement, isShared } from './hits';
import { oppositeOf, type Sign } from './signs';

/** A negation counts for what follows within so many words: "not really all that clean". */
const NEGATION_BEFORE = 4;
/** A negation within so many words is beside its judgement: "not very clean". */
const MAX_BESIDE_NEGATION = 1;
/** "The rooms could be a bit cleaner": a wish counts for praise within so many words. */
const WISH_BEFORE = 6;
/** "No parking": a negation just before a noun says that it is missing. */
const NEGATION_BEFORE_NOUN = 2;
/** "The page does not find anything": a negation so soon behind a noun says what it does not do. */
const NEGATION_BEHIND_NOUN = 3;

/** Aspects that can be fast or easy themselves. */
const HAS_MANNER: ReadonlySet<Aspect> = new Set(['delivery', 'communication', 'app', 'booking', 'returns']);
/** Aspects that a customer operates. Praise for an easy one also counts for ease of use. */
const IS_OPERATED: ReadonlySet<Aspect> = new Set(['app', 'booking']);

/** "We left without dessert" says nothing about these. */
const IS_OPTIONAL: ReadonlySet<Aspect> = new Set(['food', 'price', 'location']);

/** What a part of a clause says. */
export interface PartJudgement {
  signs: Sign[];
  /** Aspects that it names and does not judge. */
  unjudged: Aspect[];
  /** Those of them that do not do something: "the page does not find anything". */
  denied: Aspect[];
  /** Its opinions without an aspect. Null if there are none, or as many of each. */
  opinion: Polarity | null;
}

interface Sided {
  hit: Hit;
  polarity: Polarity;
  /** True if a negation that stands some words away reverses it: "did not find the room particularly nice". */
  isFarNegated: boolean;
}

/** Returns what the hits of a part of a clause say about which aspects. */
export function judgementOf(hits: readonly Hit[], lexicon: Lexicon): PartJudgement {
  const judged = hits.filter(isJudgement).map((hit) => sidedOf(hit, hits, lexicon));
  const excesses = hits.filter((hit) => hit.role.kind === 'excess' && !isWithinReason(hit, hits));
  const opinions = judged.filter(({ hit }) => hit.role.kind === 'opinion');
  const nouns = aspectsNamed(hits);
  const verdicts = judged.flatMap((sided) => verdictOf(sided, hits));
  const sum = sumOf(opinions) - excesses.length;
  const opinion: Polarity | null = sum === 0 ? null : sum > 0 ? 'positive' : 'negative';
  const others = nouns.filter((aspect) => !verdicts.some((verdict) => verdict.aspect === aspect));
  if (opinion) {
    const meant = meantAspects(hits, others);
    return {
      signs: [...verdicts, ...meant.map((aspect) => opinionOn(aspect, opinion, opinions, hits))],
      unjudged: [],
      denied: [],
      opinion,
    };
  }
  const missing = judged.length === 0 ? missingAspects(hits) : [];
  const unjudged = judged.length === 0 ? others.filter((aspect) => !missing.includes(aspect)) : [];
  const denied = unjudged.filter((aspect) => isDenied(aspect, hits));
  const lacks = missing.map((aspect): Sign => ({ aspect, polarity: 'negative', isIndirect: false }));
  return { signs: [...verdicts, ...lacks], unjudged, denied, opinion };
}

function opinionOn(
  aspect: Aspect,
  polarity: Polarity,
  opinions: readonly Sided[],
  hits: readonly Hit[],
): Sign {
  const nouns = hits.filter(({ role }) => role.kind === 'noun' && role.aspect === aspect);
  const isDirect = opinions.some(
    ({ hit, isFarNegated }) => !isFarNegated && nouns.some((noun) => isBeside(hit, noun, hits)),
  );
  return { aspect, polarity, isIndirect: !isDirect };
}

/** Returns the aspects whose nouns stand without a preposition, or all of them if none does. */
function meantAspects(hits: readonly Hit[], named: readonly Aspect[]): readonly Aspect[] {
  const direct = new Set(aspectsNamed(hits.filter(({ isAside }) => !isAside)));
  const meant = named.filter((aspect) => direct.has(aspect));
  return meant.length > 0 ? meant : named;
}

function sidedOf(hit: Hit, hits: readonly Hit[], { negationAfter }: Lexicon): Sided {
  const said = (hit.role as { polarity: Polarity }).polarity;
  const negation = negationOf(hit, hits, negationAfter);
  if (negation) {
    const isFarNegated = distanceOf(negation, hit) > MAX_BESIDE_NEGATION;
    return { hit, polarity: oppositeOf(said), isFarNegated };
  }
  const polarity = isTooMuch(hit, hits) || isWished(hit, hits) ? 'negative' : said;
  return { hit, polarity, isFarNegated: false };
}

function negationOf(hit: Hit, hits: readonly Hit[], negationAfter: number): Hit | undefined {
  const between = (begin: number, end: number): boolean =>
    hits.some(
      (other) => isJudgement(other) && other.begin >= begin && other.end <= end && !isShared(other, hit),
    );
  return hits.find((other) => {
    if (other.role.kind !== 'negation' || hit.isNegative) return false;
    const isBefore = other.end <= hit.begin && hit.begin - other.end < NEGATION_BEFORE;
    if (isBefore) return !between(other.end, hit.begin);
    const isBehind = other.begin >= hit.end && other.begin - hit.end < negationAfter;
    return isBehind && !hits.some((next) => isJudgement(next) && next.begin >= other.end);
  });
}

function isTooMuch(hit: Hit, hits: readonly Hit[]): boolean {
  return hits.some(({ role, end }) => role.kind === 'excess' && end === hit.begin);
}

function isWished(hit: Hit, hits: readonly Hit[]): boolean {
  return hits.some(
    ({ role, end }) => role.kind === 'wish' && end <= hit.begin && hit.begin - end < WISH_BEFORE,
  );
}

/** The judgement behind an excess counts alone: "too small". A negation takes an excess back: "not too much salt". */
function isWithinReason(excess: Hit, hits: readonly Hit[]): boolean {
  return hits.some(
    (hit) =>
      (isJudgement(hit) && hit.begin === excess.end) ||
      (hit.role.kind === 'negation' && hit.end === excess.begin),
  );
}

function aspectsNamed(hits: readonly Hit[]): Aspect[] {
  return [...new Set(hits.flatMap(({ role }) => (role.kind === 'noun' ? [role.aspect] : [])))];
}

/** "Quick delivery" is about the delivery, and "quick" alone about waiting. */
function verdictOf({ hit, polarity, isFarNegated }: Sided, hits: readonly Hit[]): Sign[] {
  const { role } = hit;
  const isIndirect = hit.isIndirect || isFarNegated;
  if (role.kind === 'verdict') return [{ aspect: qualityOf(role.aspect, hits), polarity, isIndirect }];
  if (role.kind !== 'manner') return [];
  const owner = ownerOf(hit, hits);
  if (owner === undefined) return [{ aspect: role.aspect, polarity, isIndirect }];
  const isEase = role.aspect === 'ease' && IS_OPERATED.has(owner);
  return [
    { aspect: owner, polarity, isIndirect },
    ...(isEase ? [{ aspect: role.aspect, polarity, isIndirect }] : []),
  ];
}

/** "The sushi is of poor quality" is about the food. */
function qualityOf(aspect: Aspect, hits: readonly Hit[]): Aspect {
  return aspect === 'quality' && aspectsNamed(hits).includes('food') ? 'food' : aspect;
}

/** Returns the aspect of the nearest noun that can be fast or easy. */
function ownerOf(manner: Hit, hits: readonly Hit[]): Aspect | undefined {
  const owners = hits.flatMap((hit) =>
    hit.role.kind === 'noun' && HAS_MANNER.has(hit.role.aspect)
      ? [{ aspect: hit.role.aspect, distance: distanceOf(hit, manner) }]
      : [],
  );
  return owners.sort((a, b) => a.distance - b.distance)[0]?.aspect;
}

function isDenied(aspect: Aspect, hits: readonly Hit[]): boolean {
  return hits.some(
    ({ role, end }) =>
      role.kind === 'noun' &&
      role.aspect === aspect &&
      hits.some(
        (other) =>
          other.role.kind === 'negation' && other.begin >= end && other.begin - end < NEGATION_BEHIND_NOUN,
      ),
  );
}

function missingAspects(hits: readonly Hit[]): Aspect[] {
  return hits.flatMap(({ role, begin }) => {
    if (role.kind !== 'noun' || IS_OPTIONAL.has(role.aspect)) return [];
    const isMissing = hits.some(
      (other) =>
        other.role.kind === 'negation' && other.end <= begin && begin - other.end < NEGATION_BEFORE_NOUN,
    );
    return isMissing ? [role.aspect] : [];
  });
}

function sumOf(judged: readonly Sided[]): number {
  return judged.reduce((sum, { polarity }) => sum + (polarity === 'positive' ? 1 : -1), 0);
}
