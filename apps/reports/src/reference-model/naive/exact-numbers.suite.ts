/** An exact fraction. The denominator is above 0. */
interface Fraction {
  over: bigint;
  under: bigint;
}

/** A score with at most two decimal places on a scale, and how much it counts. */
export interface Score {
  value: number;
  scale: number;
  weight: number;
}

/** Returns the mean of the scores on another scale, decimal half-up to two places; null without scores. */
export function weightedMean(scores: readonly Score[], scale = 5): number | null {
  if (scores.length === 0) return null;
  const isWeighted = scores.some(({ weight }) => weight > 0);
  const weightOf = ({ weight }: Score): bigint => (isWeighted ? BigInt(weight) : 1n);
  const sum = scores
    .map((score) => times(onScale(fractionOf(score.value), scale, score.scale), weightOf(score)))
    .reduce(plus, { over: 0n, under: 1n });
  const weights = scores.reduce((total, score) => total + weightOf(score), 0n);
  return halfUp({ over: sum.over, under: sum.under * weights }, 2);
}

/** Returns the part of a whole, to four places; null for a whole of 0. A part above its whole counts as all of it. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : quotient(Math.min(part, whole), whole, 4);
}

/** Returns the quotient of two whole numbers of at least 0, decimal half-up to so many places. */
export function quotient(over: number, under: number, places: number): number {
  return halfUp({ over: BigInt(over), under: BigInt(under) }, places);
}

/** Returns the difference of two figures that have at most four decimal places, without rounding; null if one is null. */
export function difference(now: number | null, before: number | null): number | null {
  if (now === null || before === null) return null;
  const [minuend, subtrahend] = [fractionOf(now), fractionOf(before)];
  return Number(minuend.over - subtrahend.over) / Number(minuend.under);
}

/** Returns a fraction of at least 0 as a number with so many decimal places. Half of the last one is rounded up. */
function halfUp({ over, under }: Fraction, places: number): number {
  const factor = 10n ** BigInt(places);
  return Number((over * factor * 2n + under) / (under * 2n)) / Number(factor);
}

/** Returns a number with at most four decimal places. */
function fractionOf(value: number): Fraction {
  return { over: BigInt(Math.round(value * 10_000)), under: 10_000n };
}

function onScale({ over, under }: Fraction, scale: number, ownScale: number): Fraction {
  return { over: over * BigInt(scale), under: under * BigInt(ownScale) };
}

function times({ over, under }: Fraction, factor: bigint): Fraction {
  return { over: over * factor, under };
}

function plus(one: Fraction, other: Fraction): Fraction {
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}
