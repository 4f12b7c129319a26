import { type ReactNode, useId } from 'react';
import { Button } from '../../components/controls/button';
import { useTexts } from '../../i18n/texts';

const STAR = 'm7 1.2 1.75 3.65 4 .53-2.93 2.78.73 3.97L7 10.2l-3.55 1.93.73-3.97-2.93-2.78 4-.53z';
const VALUES = [1, 2, 3, 4, 5] as const;

/** Chooses stars. 0 is no rating. */
export function StarField({
  value,
  error,
  onChange,
}: {
  value: number;
  error?: string | null;
  onChange: (value: number) => void;
}): ReactNode {
  const t = useTexts('import');
  const common = useTexts('common');
  const name = useId();
  return (
    <fieldset className="field">
      <legend className="label">{t('rating')}</legend>
      <div className="star-field">
        {VALUES.map((stars) => (
          <label key={stars} title={common('stars_of', { value: stars, scale: 5 })}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={value === stars}
              aria-label={common('stars_of', { value: stars, scale: 5 })}
              onChange={() => onChange(stars)}
            />
            <svg viewBox="0 0 14 14" className={stars <= value ? 'is-on' : ''} aria-hidden="true">
              <path d={STAR} />
            </svg>
          </label>
        ))}
        <span className="help-text">
          {value > 0 ? common('scale_of', { value, scale: 5 }) : common('no_rating')}
        </span>
        {value > 0 && (
          <Button kind="quiet" size="small" onClick={() => onChange(0)}>
            {t('no_stars')}
          </Button>
        )}
      </div>
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
