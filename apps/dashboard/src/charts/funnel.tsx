import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import { funnelPieces } from './geometry/funnel-shape';
import { useWidth } from './use-width';

/** A stage of a funnel. */
export interface FunnelStage {
  name: string;
  count: number;
  /** The share of the stage that `count` is measured by, 0 to 1. Null if there is none. */
  share?: number | null;
  /** Stands in the place of the share, such as the period of the first stage. */
  note?: string;
}

const HEIGHT = 44;

/** How many reached each stage. The numbers stand above as text, the shape only repeats them. */
export function Funnel({ label, stages }: { label: string; stages: readonly FunnelStage[] }): ReactNode {
  const formats = useFormats();
  const [frame, width] = useWidth<HTMLDivElement>();
  const pieces = funnelPieces(
    stages.map(({ count }) => count),
    width,
    HEIGHT,
  );
  return (
    <div ref={frame} className="funnel">
      <dl style={{ gridTemplateColumns: `repeat(${stages.length}, 1fr)` }}>
        {stages.map(({ name, count, share, note }) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>
              <b>{formats.number(count)}</b>
              <span className="help-text">{note ?? (share == null ? '' : formats.percent(share, 1))}</span>
            </dd>
          </div>
        ))}
      </dl>
      <svg className="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        {pieces.map(({ x, y, width: bar, height, slope }, at) => (
          <g key={at}>
            <rect className="f1" x={x} y={y} width={bar} height={height} rx={Math.min(3, height / 2)} />
            {slope && <path className="slope" d={slope} />}
          </g>
        ))}
      </svg>
    </div>
  );
}
