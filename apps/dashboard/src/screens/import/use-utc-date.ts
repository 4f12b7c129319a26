import { useMemo } from 'react';
import { usePreferences } from '../../app/preferences';

/** Returns the function that writes the date of a review. It has no time zone, so it is written in UTC, as the API reads it. */
export function useUtcDate(): (at: Date, hasTime: boolean) => string {
  const { language } = usePreferences();
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    const moments = new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    return (at, hasTime) => (hasTime ? `${moments.format(at)} UTC` : days.format(at));
  }, [language]);
}
