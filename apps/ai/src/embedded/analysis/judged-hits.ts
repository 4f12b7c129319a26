import type { Role } from '../lexicon/lexicon';
import type { Aspect } from './aspect-finding';
import { distanceOf, type Hit, isBeside, isJoin } from './hits';

/** "The queue at the till was not short": a trait stands within so many words of its noun. */
const MAX_DISTANCE = 6;

/** Nouns of these may name a place or a part of it: a museum is a noun of quality. */
const PLACES: ReadonlySet<Aspect> = new Set(['comfort', 'noise', 'facilities', 'location', 'quality']);

const WAITED_FOR: ReadonlySet<Aspect> = new Set(['delivery', 'returns']);

type Trait = Extract<Role, { kind: 'trait' }>;

/**
 * Returns the hits of a clause with the traits and nuisances as verdicts. A trait judges the nearest noun that it suits. A clause that
 * names nothing is about the aspects that the clause before it `named`: "The mattress, far too soft."
 */
export function judgedHits(hits: readonly Hit[], named: readonly Aspect[]): Hit[] {
  const judged = new Set<Hit>();
  const resolved = hits.map((hit) =>
    hit.role.kind === 'trait' ? resolvedTrait(hit, hit.role, hits, named, judged) : hit,
  );
  return resolved.flatMap((hit) => {
    if (!hit || describesAnother(hit, hits)) return [];
    if (hit.role.kind !== 'nuisance') return hit;
    if (judged.has(hit)) return [];
    return {
      ...hit,
      role: { kind: 'verdict', aspect: sufferedBy(hit, hits), polarity: 'negative' },
      isIndirect: true,
    };
  });
}

/** "A romantic dinner" says nothing about the room, nor "we had dinner near the station" about the location. */
function describesAnother(hit: Hit, hits: readonly Hit[]): boolean {
  if (hit.role.kind !== 'verdict') return false;
  const { aspect } = hit.role;
  const isLocation = aspect === 'location';
  if (!isLocation && aspect !== 'comfort' && aspect !== 'noise') return false;
  const nouns = hitsAround(hit, hits, isJoin).filter(
    (other) => other.role.kind === 'noun' && (isLocation || distanceOf(other, hit) === 0),
  );
  return nouns.length > 0 && namedIn(nouns).every((named) => !PLACES.has(named));
}

/** Adds the noun that the trait judges to `judged`. */
function resolvedTrait(
  hit: Hit,
  role: Trait,
  hits: readonly Hit[],
  named: readonly Aspect[],
  judged: Set<Hit>,
): Hit | null {
  const noun = nounOf(hit, role, hits);
  if (noun) judged.add(noun);
  const aspect = noun ? aspectOf(noun) : hits.some(isNoun) ? null : suitedBy(role, named);
  const polarity = aspect && role.sides[aspect];
  const isIndirect = !noun || !isBeside(hit, noun, hits);
  if (polarity) return { ...hit, role: { kind: 'verdict', aspect, polarity }, isIndirect };
  return role.otherwise && { ...hit, role: role.otherwise };
}

/** Two months of waiting for a refund are no queue. */
function sufferedBy(nuisance: Hit, hits: readonly Hit[]): Aspect {
  const aspect = aspectOf(nuisance) as Aspect;
  if (aspect !== 'wait') return aspect;
  return hits.flatMap((hit) => aspectOf(hit) ?? []).find((named) => WAITED_FOR.has(named)) ?? aspect;
}

/** Returns the aspects that a clause names. */
export function namedIn(hits: readonly Hit[]): Aspect[] {
  return hits.flatMap((hit) => aspectOf(hit) ?? []);
}

/**
 * A noun in the same phrase comes first: "a comfortable bed and a small shower" says nothing against the bed. A noun behind a contrast
 * is never meant: "small, but the food is good".
 */
function nounOf(trait: Hit, role: Trait, hits: readonly Hit[]): Hit | undefined {
  const phrase = hitsAround(trait, hits, isJoin);
  const nouns = (phrase.some(isNoun) ? phrase : hitsAround(trait, hits, isContrast)).filter(
    (hit) => isNoun(hit) && role.sides[aspectOf(hit) as Aspect] !== undefined,
  );
  const near = nouns.filter((noun) => distanceOf(noun, trait) <= MAX_DISTANCE);
  return near.sort((a, b) => distanceOf(a, trait) - distanceOf(b, trait))[0];
}

/** Returns the hits around a hit up to the next border on each side. */
function hitsAround({ begin }: Hit, hits: readonly Hit[], isBorder: (hit: Hit) => boolean): Hit[] {
  const at = hits.findIndex((hit) => hit.begin === begin);
  const from = hits.findLastIndex((hit, index) => index < at && isBorder(hit)) + 1;
  const to = hits.findIndex((hit, index) => index > at && isBorder(hit));
  return hits.slice(from, to === -1 ? hits.length : to);
}

function suitedBy({ sides }: Trait, named: readonly Aspect[]): Aspect | null {
  return named.findLast((aspect) => sides[aspect] !== undefined) ?? null;
}

function isContrast({ role }: Hit): boolean {
  return role.kind === 'contrast';
}

function isNoun({ role }: Hit): boolean {
  return role.kind === 'noun' || role.kind === 'nuisance';
}

function aspectOf({ role }: Hit): Aspect | null {
  return role.kind === 'noun' || role.kind === 'nuisance' ? role.aspect : null;
}
