import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';

const STEP = 14;
const SCALE = 5;
/** One outline for all stars, because lists have hundreds of them. Each begins where the one before began. */
const ROW = Array.from(
  { length: SCALE },
  (_, at) =>
    `${at === 0 ? 'm7 1.2' : `m${STEP} 0`} 1.75 3.65 4 .53-2.93 2.78.73 3.97-3.55-1.93-3.55 1.93.73-3.97-2.93-2.78 4-.53z`,
).join('');

/** A rating as five stars, the last one clipped: `value` of `scale`, which is turned into five. Null is no rating. */
export function Stars({
  value,
  scale = SCALE,
  size,
}: {
  value: number | null;
  scale?: number;
  size?: 'large';
}): ReactNode {
  const t = useTexts('common');
  const formats = useFormats();
  if (value === null) return <span className="help-text">{t('no_rating')}</span>;
  const stars = (value / scale) * SCALE;
  const label = t('stars_of', { value: formats.number(Math.round(stars * 10) / 10), scale: SCALE });
  return (
    <svg
      className={size === 'large' ? 'stars is-large' : 'stars'}
      viewBox="0 0 70 14"
      role="img"
      aria-label={label}
    >
      <path className="off" d={ROW} />
      <svg width={stars * STEP} height={STEP}>
        <path className="on" d={ROW} />
      </svg>
    </svg>
  );
}
