import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { appRequest } from '../api/app-requests';
import { usePreferences } from '../app/preferences';
import { useFailureToast } from '../components/forms/use-failure-toast';
import { isLanguage, type Language } from '../i18n/languages';
import { useTexts } from '../i18n/texts';
import { sessionQuery, useSession } from './session';

/** What a person chooses for all of their browsers. A null zone is that of the browser. */
interface OwnPreferences {
  language?: Language;
  time_zone?: string | null;
}

/** Applies the language and time zone that the user stored. They win over the choice of this browser. */
export function useAppliedPreferences(): void {
  const { language, time_zone } = useSession().user;
  const { change } = usePreferences();
  useEffect(() => {
    change({ timeZone: time_zone ?? undefined, ...(isLanguage(language) && { language }) });
  }, [change, language, time_zone]);
}

/** One request at a time, so that the last choice is the one that stays. */
let stored: Promise<unknown> = Promise.resolve();

/** Returns the function that applies a choice at once and stores it for the user. */
export function useStorePreferences(): (chosen: OwnPreferences) => void {
  const { change } = usePreferences();
  const t = useTexts('common');
  const queries = useQueryClient();
  const showFailure = useFailureToast();
  return (chosen) => {
    const { language, time_zone: zone } = chosen;
    change({ ...(language && { language }), ...(zone !== undefined && { timeZone: zone ?? undefined }) });
    queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, ...chosen } });
    stored = stored
      .then(() => appRequest('/session/preferences', { method: 'PUT', body: chosen }))
      .catch((error: unknown) => showFailure(t('preferences_not_saved'), error));
  };
}
