import { ownValue } from '@plaudit/contracts/own-value';
import type { ReactNode } from 'react';
import { type Shape, TYPE_SHAPES } from './type-shapes';

/** A drawing of what a widget of this type looks like. Decoration: the name of the type stands beside it. */
export function TypeThumbnail({ type }: { type: string }): ReactNode {
  return (
    <svg className="type-thumbnail" viewBox="0 0 160 100" aria-hidden="true">
      {(ownValue(TYPE_SHAPES, type) ?? []).map((shape, at) => (
        // The shapes of a type never change their order.
        <Drawn key={at} shape={shape} />
      ))}
    </svg>
  );
}

function Drawn({ shape }: { shape: Shape }): ReactNode {
  const { as } = shape;
  if ('path' in shape) return <path className={`is-${as}`} d={shape.path} />;
  if ('cx' in shape) return <circle className={`is-${as}`} cx={shape.cx} cy={shape.cy} r={shape.r} />;
  const { x, y, width, height, radius } = shape;
  return <rect className={`is-${as}`} x={x} y={y} width={width} height={height} rx={radius} />;
}
