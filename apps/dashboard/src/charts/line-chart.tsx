import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts';
import { estimatedPaths, gapsIn, linePath, lonePoints, type Point, tenths } from './geometry/line';
import type { Scale } from './geometry/scale';
import { Plot, type PlotArea, type Reading } from './plot';

/** A value per slot, which is a month or a day. Null is a slot without data. */
export interface LineSeries {
  name: string;
  values: readonly (number | null)[];
  /** The same slots of the time before. Dashed. */
  compare?: boolean;
  /** Which values are not those of a platform: estimated or collected. Their line is dotted. */
  estimated?: readonly boolean[];
  /** Writes such a value. Without it, the value is called estimated. */
  describe?: (text: string) => string;
}

interface LineChartProps {
  label: string;
  labels: readonly string[];
  titles: readonly string[];
  /** The first one is the main series, whose missing slots are bands. */
  series: readonly LineSeries[];
  scale: Scale;
  /** Writes a value of the axis. */
  formatTick: (value: number) => string;
  format: (value: number) => string;
  /** Bars below the line. */
  volume?: { name: string; values: readonly number[]; format: (value: number) => string };
  /** What is read beside the series, without being drawn. */
  also?: (at: number) => readonly Reading[];
  height?: number;
}

const VOLUME_HEIGHT = 56;
const DOT = 3.5;
/** The mean width of a letter of 11 px. */
const LETTER = 5.5;
/** How far the words of a band may stand out on both sides together. */
const BAND_TEXT_OUT = 8;

/** A line per series. Slots without data are bands with words, and never zero. */
export function LineChart(props: LineChartProps): ReactNode {
  const { label, labels, titles, series, scale, formatTick, format, volume, also, height = 190 } = props;
  const t = useTexts('reports');
  const readings = (at: number): Reading[] => [
    ...series.map(({ name, values, estimated, describe = (text) => t('estimated', { value: text }) }) => {
      const value = values[at] ?? null;
      const text = value === null ? t('no_data') : format(value);
      return { name, value: estimated?.[at] && value !== null ? describe(text) : text };
    }),
    ...(volume ? [{ name: volume.name, value: volume.format(volume.values[at] ?? 0) }] : []),
    ...(also?.(at) ?? []),
  ];
  return (
    <Plot
      label={label}
      labels={labels}
      titles={titles}
      scale={scale}
      format={formatTick}
      readings={readings}
      height={height}
      below={volume ? VOLUME_HEIGHT : 0}
    >
      {(area) => (
        <>
          <Gaps values={series[0]?.values ?? []} area={area} text={t('no_data')} />
          {volume && <Volume values={volume.values} area={area} format={volume.format} />}
          {[...series].reverse().map((one) => (
            <Line key={one.name} series={one} area={area} />
          ))}
        </>
      )}
    </Plot>
  );
}

function Gaps({
  values,
  area,
  text,
}: {
  values: readonly (number | null)[];
  area: PlotArea;
  text: string;
}): ReactNode {
  const { slot, top, bottom, left, x } = area;
  return gapsIn(values).map(({ from, to }) => {
    const width = (to - from + 1) * slot;
    return (
      <g key={from}>
        <rect
          className="gap"
          x={tenths(left + from * slot)}
          y={top}
          width={tenths(width)}
          height={bottom - top}
        />
        {width + BAND_TEXT_OUT >= text.length * LETTER && (
          <text x={tenths((x(from) + x(to)) / 2)} y={top + 14} textAnchor="middle">
            {text}
          </text>
        )}
      </g>
    );
  });
}

function Line({ series, area }: { series: LineSeries; area: PlotArea }): ReactNode {
  const { values, compare = false, estimated } = series;
  const { x, y, cursor } = area;
  const points = values.map((value, at): Point | null => (value === null ? null : { x: x(at), y: y(value) }));
  if (compare) {
    return (
      <>
        <path className="compare" d={linePath(points)} />
        {lonePoints(points).map((point) => (
          <circle key={point.x} className="compare-dot" cx={tenths(point.x)} cy={tenths(point.y)} r={2} />
        ))}
      </>
    );
  }
  const { known, guessed } = estimatedPaths(points, estimated);
  const last = points.findLast((point) => point !== null);
  const marked = [...lonePoints(points), last, cursor === null ? null : points[cursor]];
  const dots = new Map(marked.filter((point) => point != null).map((point) => [point.x, point]));
  return (
    <>
      <path className="line s1" d={known} />
      <path className="estimated" d={guessed} />
      {[...dots.values()].map((point) => (
        <circle key={point.x} className="dot s1" cx={tenths(point.x)} cy={tenths(point.y)} r={DOT} />
      ))}
    </>
  );
}

function Volume({
  values,
  area,
  format,
}: {
  values: readonly number[];
  area: PlotArea;
  format: (value: number) => string;
}): ReactNode {
  const { left, right, bottom, slot, x, cursor } = area;
  const base = bottom + VOLUME_HEIGHT;
  const most = Math.max(...values, 1);
  const width = Math.min(slot * 0.52, 32);
  return (
    <>
      <text x={left - 6} y={bottom + 20} textAnchor="end">
        {format(most)}
      </text>
      <text x={left - 6} y={base} textAnchor="end">
        {format(0)}
      </text>
      {values.map((value, at) => {
        const height = (value / most) * (VOLUME_HEIGHT - 12);
        return (
          <rect
            key={at}
            className={at === cursor ? 'volume is-on' : 'volume'}
            x={tenths(x(at) - width / 2)}
            y={tenths(base - height)}
            width={tenths(width)}
            height={tenths(height)}
            rx={1.5}
          />
        );
      })}
      <path className="axis" d={`M${left} ${base + 0.5}H${right}`} />
    </>
  );
}
