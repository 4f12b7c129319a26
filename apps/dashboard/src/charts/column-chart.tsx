import type { ReactNode } from 'react';
import { tenths } from './geometry/line';
import { niceScale } from './geometry/scale';
import { blocksAt, type Layer, sum } from './geometry/stack';
import { Plot, type PlotArea, type Reading } from './plot';

interface ColumnChartProps {
  label: string;
  labels: readonly string[];
  titles: readonly string[];
  layers: readonly Layer[];
  /** The name of the sum of all layers in the tooltip. */
  totalName: string;
  /** The sums of the time before, as a tick on each column. */
  compare?: { name: string; values: readonly number[] } | undefined;
  format: (value: number) => string;
  height?: number;
}

const COLUMN_SHARE = 0.56;
const MAX_COLUMN = 36;
/** How far the tick of the comparison stands out on each side. */
const TICK_OUT = 3;
const GAP = 1;

/** Stacked columns per month, the largest layer at the bottom. */
export function ColumnChart(props: ColumnChartProps): ReactNode {
  const { label, labels, titles, layers, totalName, compare, format, height = 190 } = props;
  const totals = labels.map((_, at) => sum(layers.map(({ values }) => values[at] ?? 0)));
  const scale = niceScale([...totals, ...(compare?.values ?? [])], { fromZero: true, minStep: 1 });
  const readings = (at: number): Reading[] => [
    ...[...layers].reverse().map(({ name, values }) => ({ name, value: format(values[at] ?? 0) })),
    { name: totalName, value: format(totals[at] ?? 0) },
    ...(compare ? [{ name: compare.name, value: format(compare.values[at] ?? 0) }] : []),
  ];
  return (
    <Plot
      label={label}
      labels={labels}
      titles={titles}
      scale={scale}
      format={format}
      readings={readings}
      height={height}
    >
      {(area) => (
        <>
          {labels.map((_, at) => (
            <Column key={at} at={at} layers={layers} before={compare?.values[at]} area={area} />
          ))}
          <path className="axis" d={`M${area.left} ${area.bottom + 0.5}H${area.right}`} />
        </>
      )}
    </Plot>
  );
}

function Column({
  at,
  layers,
  before,
  area,
}: {
  at: number;
  layers: readonly Layer[];
  before: number | undefined;
  area: PlotArea;
}): ReactNode {
  const { slot, x, y } = area;
  const width = Math.min(slot * COLUMN_SHARE, MAX_COLUMN);
  const start = tenths(x(at) - width / 2);
  const tick =
    before === undefined
      ? ''
      : `M${tenths(start - TICK_OUT)} ${tenths(y(before))}h${tenths(width + 2 * TICK_OUT)}`;
  return (
    <>
      {blocksAt(layers, at).map(({ layer, from, to }) => (
        <rect
          key={layer.name}
          className={`f${layer.color}`}
          x={start}
          y={tenths(y(to))}
          width={tenths(width)}
          height={Math.max(tenths(y(from) - y(to) - GAP), 0.5)}
        />
      ))}
      {tick && (
        <>
          <path className="tick-halo" d={tick} />
          <path className="tick" d={tick} />
        </>
      )}
    </>
  );
}
