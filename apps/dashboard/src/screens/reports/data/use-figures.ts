import { useMemo } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';

/** Writes the figures of the reports. */
export interface Figures {
  /** The number exactly as the API has it. */
  exact: (value: number | null) => string;
  /** A rating with two digits, for key figures. */
  rating: (value: number) => string;
  /** A share between 0 and 1 as a percentage. */
  share: (value: number | null, digits?: number) => string;
  /** A change in words. `text` is its size. */
  changed: (value: number, text: string) => string;
}

export function useFigures(): Figures {
  const t = useTexts('reports');
  const formats = useFormats();
  return useMemo(
    () => ({
      exact: (value) => (value === null ? t('no_data') : formats.number(value)),
      rating: (value) => formats.number(value, 2),
      share: (value, digits = 2) => (value === null ? t('no_data') : formats.percent(value, digits)),
      changed: (value, text) => {
        if (value === 0) return t('unchanged');
        return t(value > 0 ? 'up_by' : 'down_by', { value: text });
      },
    }),
    [t, formats],
  );
}
