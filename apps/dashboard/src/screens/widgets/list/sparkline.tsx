import type { ReactNode } from 'react';

const WIDTH = 56;
const HEIGHT = 18;
const MARGIN = 2;

/** A line beside a number. Decoration: it has no axis and no name. */
export function Sparkline({ values }: { values: readonly number[] }): ReactNode {
  const most = Math.max(...values, 1);
  const step = (WIDTH - 2 * MARGIN) / Math.max(values.length - 1, 1);
  const points = values.map((value, at) => {
    const y = HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN);
    return `${(MARGIN + at * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className="widget-sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
