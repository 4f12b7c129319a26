import { apiDate, useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';

/** Returns the function that writes a time of the API as day and time. */
export function useMoment(): (text: string) => string {
  const t = useTexts('invitations');
  const formats = useFormats();
  return (text) => {
    const date = apiDate(text);
    return t('day_time', { day: formats.day(date), time: formats.time(date) });
  };
}
