import type { Aspect, AspectMention, Polarity } from './aspect-finding';

/** What a clause says about an aspect. */
export interface Sign extends AspectMention {
  /**
   * True if the judgement does not stand beside what it judges: it is some words away, in another clause, reversed by a negation that is
   * some words away, or only implied, as in "there was a queue". In labelled reviews, 12 % of these signs and 5 % of the others are wrong.
   */
  isIndirect: boolean;
}

/** Indirect signs are not believed if the other side weighs so many times as much. */
const MAX_RATIO_OF_INDIRECT = 2;
/** Nor is direct praise: a story of bad service often uses words of praise. Direct criticism always counts. */
const MAX_RATIO_OF_PRAISE = 3;

/**
 * Returns the mentions that the signs of a review support, each once, in the order of the signs. One sentence that is misread must not
 * make an aspect that is praised everywhere else look criticised.
 */
export function mentionsFrom(signs: readonly Sign[]): AspectMention[] {
  const sides = new Map<string, Sign[]>();
  for (const sign of signs) {
    const key = keyOf(sign.aspect, sign.polarity);
    const side = sides.get(key);
    if (side) side.push(sign);
    else sides.set(key, [sign]);
  }
  return [...sides.values()].flatMap((side) => {
    const [{ aspect, polarity }] = side as [Sign];
    const other = sides.get(keyOf(aspect, oppositeOf(polarity))) ?? [];
    return weightOf(other) < maxRatioOf(side, polarity) * weightOf(side) ? [{ aspect, polarity }] : [];
  });
}

function maxRatioOf(side: readonly Sign[], polarity: Polarity): number {
  if (side.every(({ isIndirect }) => isIndirect)) return MAX_RATIO_OF_INDIRECT;
  return polarity === 'positive' ? MAX_RATIO_OF_PRAISE : Infinity;
}

function keyOf(aspect: Aspect, polarity: Polarity): string {
  return `${aspect} ${polarity}`;
}

/** An indirect sign weighs half. */
function weightOf(signs: readonly Sign[]): number {
  return signs.reduce((sum, { isIndirect }) => sum + (isIndirect ? 0.5 : 1), 0);
}

export function oppositeOf(polarity: Polarity): Polarity {
  return polarity === 'positive' ? 'negative' : 'positive';
}
