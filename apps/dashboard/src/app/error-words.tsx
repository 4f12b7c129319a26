import type { ReactNode } from 'react';
import { speakOfErrorsWith } from '../api/api-error';
import { type Messages, useTexts } from '../i18n/texts';
import { usePreferences } from './preferences';

type Known = keyof Messages['errors'];

/** Gives errors their sentences in the chosen language before anything below can show one. */
export function ErrorWords({ children }: { children: ReactNode }): ReactNode {
  const t = useTexts('errors');
  const { language } = usePreferences();
  speakOfErrorsWith({
    isTranslation: language !== 'en',
    // A code without a text is written as it is.
    of: (code) => (t(code as Known) === code ? null : t(code as Known)),
  });
  return children;
}
