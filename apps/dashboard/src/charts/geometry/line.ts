export interface Point {
  x: number;
  y: number;
}

/** A run of slots, both ends included. */
export interface Run {
  from: number;
  to: number;
}

/** Returns the path through the points. A missing point ends the line, and the next one starts another. */
export function linePath(points: readonly (Point | null)[]): string {
  return runsOf(points, (point) => point !== null)
    .map(({ from, to }) => pathOf(points.slice(from, to + 1)))
    .join('');
}

/**
 * Returns the path of the known points and that of the estimated ones. A piece of the line is estimated if one of its ends is.
 * Pieces of one kind that touch are one line, because each line begins its dashes anew.
 */
export function estimatedPaths(
  points: readonly (Point | null)[],
  estimated: readonly boolean[] = [],
): { known: string; guessed: string } {
  const pieces = points.slice(1).map((to, at) => {
    if (!to || !points[at]) return null;
    return estimated[at] || estimated[at + 1] ? 'guessed' : 'known';
  });
  const pathOfKind = (kind: 'known' | 'guessed'): string =>
    runsOf(pieces, (piece) => piece === kind)
      .map(({ from, to }) => pathOf(points.slice(from, to + 2)))
      .join('');
  return { known: pathOfKind('known'), guessed: pathOfKind('guessed') };
}

/** Returns the points that no line reaches, because both neighbours are missing. They are drawn as dots. */
export function lonePoints(points: readonly (Point | null)[]): Point[] {
  return runsOf(points, (point) => point !== null)
    .filter(({ from, to }) => from === to)
    .flatMap(({ from }) => points[from] ?? []);
}

/** Returns the runs of slots without a value. They are drawn as bands, never as zero. */
export function gapsIn(values: readonly (number | null)[]): Run[] {
  return runsOf(values, (value) => value === null);
}

function runsOf<T>(items: readonly T[], belongs: (item: T) => boolean): Run[] {
  const runs: Run[] = [];
  for (const [at, item] of items.entries()) {
    if (!belongs(item)) continue;
    const last = runs.at(-1);
    if (last?.to === at - 1) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}

function pathOf(points: readonly (Point | null)[]): string {
  return points
    .filter((point) => point !== null)
    .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`)
    .join('');
}

/** A tenth of a px is more than a screen shows. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
