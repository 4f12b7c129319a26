import { useMemo } from 'react';
import { usePreferences } from '../../../app/preferences';
import type { SlotTexts } from './use-months';

/** Returns the texts for days of the API, such as `2026-11-28`. */
export function useDayTexts(days: readonly string[]): SlotTexts {
  const { language } = usePreferences();
  const joined = days.join(',');
  return useMemo(() => {
    const dates = joined === '' ? [] : joined.split(',').map((day) => new Date(`${day}T00:00:00Z`));
    const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const long = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    return { labels: dates.map((day) => short.format(day)), titles: dates.map((day) => long.format(day)) };
  }, [joined, language]);
}
