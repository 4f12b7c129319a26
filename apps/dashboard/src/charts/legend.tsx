import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import type { Layer } from './geometry/stack';

/** What a mark in a chart means. */
export type Mark = 'line' | 'compare' | 'volume' | 'tick' | 'estimated';

/** The marks of a chart in words. `note` stands at the end, such as where the axis starts. */
export function Legend({
  marks,
  note,
}: {
  marks: readonly { mark: Mark; name: string }[];
  note?: string | null;
}): ReactNode {
  return (
    <p className="legend">
      {marks.map(({ mark, name }) => (
        <span key={mark}>
          <svg className="chart" viewBox="0 0 14 10" aria-hidden="true">
            {mark === 'line' && <path className="line s1" d="M1 5h12" />}
            {mark === 'compare' && <path className="compare" d="M0 5h14" />}
            {mark === 'estimated' && <path className="estimated" d="M0 5h14" />}
            {mark === 'volume' && <rect className="volume" x={3} y={1} width={8} height={8} rx={1.5} />}
            {mark === 'tick' && <path className="tick" d="M0 5h14" />}
          </svg>
          {name}
        </span>
      ))}
      {note && <span className="ms-auto text-text-3">{note}</span>}
    </p>
  );
}

/** The layers of stacked columns from bottom to top, each with its sum, so that no colour needs to be told apart. */
export function LayerLegend({
  layers,
  children,
}: {
  layers: readonly Layer[];
  children?: ReactNode;
}): ReactNode {
  const formats = useFormats();
  return (
    <p className="legend">
      {layers.map(({ name, total, color }) => (
        <span key={name}>
          <svg className="chart is-square" viewBox="0 0 8 10" aria-hidden="true">
            <rect className={`f${color}`} y={1} width={8} height={8} rx={2} />
          </svg>
          {name} <span className="count">{formats.number(total)}</span>
        </span>
      ))}
      {children}
    </p>
  );
}
