import type { ReactNode } from 'react';
import { linePath } from './geometry/line';

const WIDTH = 72;
const HEIGHT = 24;
const MARGIN = 2;

/** A line beside a number. Decoration: it has no axis and no name. */
export function Sparkline({ values }: { values: readonly (number | null)[] }): ReactNode {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const step = (WIDTH - 2 * MARGIN) / (values.length - 1);
  const points = values.map((value, at) =>
    value === null
      ? null
      : { x: MARGIN + at * step, y: HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN) },
  );
  return (
    <svg
      className="chart is-spark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path className="line s1" d={linePath(points)} />
    </svg>
  );
}
