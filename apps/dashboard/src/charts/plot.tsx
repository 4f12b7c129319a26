import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { movedCursor, slotAt } from './geometry/cursor';
import { tenths } from './geometry/line';
import { labelStep, placeOn, type Scale } from './geometry/scale';
import { useWidth } from './use-width';

/** One line of the tooltip. */
export interface Reading {
  name: string;
  value: string;
}

/** Where the data of a chart is drawn, in px. */
export interface PlotArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The width of a slot, which is a month or a day. */
  slot: number;
  /** The middle of a slot. */
  x: (at: number) => number;
  y: (value: number) => number;
  cursor: number | null;
}

export interface PlotProps {
  /** One sentence about what the chart shows and its trend. */
  label: string;
  /** The names of the slots below the axis. */
  labels: readonly string[];
  /** The names of the slots in the tooltip. */
  titles: readonly string[];
  scale: Scale;
  format: (value: number) => string;
  readings: (at: number) => readonly Reading[];
  height: number;
  /** What is kept free between the data and the names of the slots, such as for bars of volume. */
  below?: number;
  children: (area: PlotArea) => ReactNode;
}

const TOP = 10;
const AXIS_HEIGHT = 22;
/** The width of a digit of 11 px. */
const DIGIT = 6.2;
const AXIS_GAP = 6;
const LABEL_GAP = 10;
const LINE_HEIGHT = 3.5;

/** The axes of a chart, and one cursor for pointer and arrow keys whose values are shown and announced. */
export function Plot(props: PlotProps): ReactNode {
  const { label, labels, titles, scale, format, readings, height, below = 0, children } = props;
  const t = useTexts('reports');
  const [frame, width] = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const count = labels.length;
  const left = Math.max(...scale.ticks.map((tick) => format(tick).length)) * DIGIT + AXIS_GAP + 2;
  const right = width - 2;
  const bottom = height - AXIS_HEIGHT - below;
  const slot = (right - left) / Math.max(count, 1);
  const x = (at: number): number => left + (at + 0.5) * slot;
  const at = cursor !== null && cursor < count ? cursor : null;
  const area = { left, right, top: TOP, bottom, slot, x, y: placeOn(scale, bottom, TOP), cursor: at };
  const followPointer = ({ clientX, currentTarget }: PointerEvent): void =>
    setCursor(slotAt(clientX - currentTarget.getBoundingClientRect().left, left, right - left, count));
  const moveByKey = (event: KeyboardEvent): void => {
    const next = movedCursor(at, event.key, count);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(next);
    setSpoken(next === null ? '' : spokenReadings(titles[next] ?? '', readings(next)));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and the pointer read the points of the chart
    <div
      ref={frame}
      className="plot"
      dir="ltr"
      role="group"
      aria-label={t('chart_keys')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys read the points of the chart
      tabIndex={0}
      onPointerMove={followPointer}
      onPointerDown={followPointer}
      onPointerLeave={() => setCursor(null)}
      onBlur={() => setCursor(null)}
      onKeyDown={moveByKey}
    >
      <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <Axes area={area} scale={scale} format={format} labels={labels} height={height} />
        {children(area)}
      </svg>
      {at !== null && <Tooltip title={titles[at] ?? ''} readings={readings(at)} share={x(at) / width} />}
      <span className="sr-only" role="status">
        {spoken}
      </span>
    </div>
  );
}

function Axes({
  area,
  scale,
  format,
  labels,
  height,
}: Pick<PlotProps, 'scale' | 'format' | 'labels' | 'height'> & { area: PlotArea }): ReactNode {
  const { left, right, top, bottom, slot, x, y, cursor } = area;
  const longest = Math.max(...labels.map((label) => label.length)) * DIGIT;
  // The last label moves away from the edge, towards the one before it.
  const moved = Math.max(0, (longest - slot) / 2);
  const every = labelStep(labels.length, right - left, longest + moved + LABEL_GAP);
  const last = labels.length - 1;
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <path className="grid" d={`M${left} ${tenths(y(tick))}H${right}`} />
          <text x={left - AXIS_GAP} y={tenths(y(tick)) + LINE_HEIGHT} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {labels.map((label, at) =>
        (last - at) % every === 0 ? (
          <text key={at} x={tenths(within(x(at), label, right))} y={height - 5} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
      {cursor !== null && <path className="cursor" d={`M${tenths(x(cursor))} ${top}V${bottom}`} />}
    </>
  );
}

/** Returns the middle of a label that ends within the chart, at `x` if there is room. */
function within(x: number, label: string, right: number): number {
  return Math.min(x, right - (label.length * DIGIT) / 2);
}

/** Stands on the side of the cursor that has more room. */
function Tooltip({
  title,
  readings,
  share,
}: {
  title: string;
  readings: readonly Reading[];
  share: number;
}): ReactNode {
  const side = share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` };
  return (
    <div className="chart-tip" style={side} aria-hidden="true">
      <p className="font-medium">{title}</p>
      <dl>
        {readings.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function spokenReadings(title: string, readings: readonly Reading[]): string {
  return [title, ...readings.map(({ name, value }) => `${name}: ${value}`)].join(', ');
}
