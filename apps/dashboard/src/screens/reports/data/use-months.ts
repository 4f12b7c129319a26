import { useMemo } from 'react';
import { usePreferences } from '../../../app/preferences';
import { useFormats } from '../../../i18n/formats';
import { axisLabels, parseMonth } from './months';

/** The months or days of a report as texts. */
export interface SlotTexts {
  /** Below the axis. */
  labels: string[];
  /** In tooltips, tables and sentences. */
  titles: string[];
}

/** Returns the texts for months of the API, such as `2026-11` or `11/2026`. */
export function useMonthTexts(months: readonly string[]): SlotTexts {
  const { language } = usePreferences();
  const formats = useFormats();
  const joined = months.join(',');
  return useMemo(() => {
    const parsed = joined === '' ? [] : joined.split(',').map(parseMonth);
    const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
    return {
      labels: axisLabels(parsed, (month) => short.format(month)),
      titles: parsed.map((month) => formats.month(month, 'long')),
    };
  }, [joined, language, formats]);
}
