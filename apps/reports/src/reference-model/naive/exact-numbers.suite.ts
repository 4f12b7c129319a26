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
    .map((score) => times(fractionOf(score.value, scale, score.scale), weightOf(score)))
    .reduce(plus, { over: 0n, under: 1n });
  const weights = scores.reduce((total, score) => total + weightOf(score), 0n);
  return halfUp({ over: sum.over, under: sum.under * weights });
}

/** Returns a fraction of at least 0 as a number with two decimal places. Half a hundredth is rounded up. */
function halfUp({ over, under }: Fraction): number {
  return Number((over * 200n + under) / (under * 2n)) / 100;
}

function fractionOf(value: number, scale: number, ownScale: number): Fraction {
  return { over: BigInt(Math.round(value * 100)) * BigInt(scale), under: 100n * BigInt(ownScale) };
}

function times({ over, under }: Fraction, factor: bigint): Fraction {
  return { over: over * factor, under };
}

function plus(one: Fraction, other: Fraction): Fraction {
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}
