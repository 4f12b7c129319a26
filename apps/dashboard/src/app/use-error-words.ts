import { ownValue } from '@plaudit/contracts/own-value';
import { useEffect } from 'react';
import { speakOfErrorsWith } from '../api/api-error';
import { loadTexts } from '../i18n/texts';
import { usePreferences } from './preferences';

/** Gives errors their sentences in the chosen language, once these are loaded. Until then, and without them, the server's words are shown. */
export function useErrorWords(): void {
  const { language } = usePreferences();
  useEffect(() => {
    let isCurrent = true;
    loadTexts(language, 'errors').then(
      (texts) => {
        if (!isCurrent) return;
        const of = (code: string): string | null => {
          const text = ownValue(texts, code);
          return typeof text === 'string' ? text : null;
        };
        speakOfErrorsWith({ isTranslation: language !== 'en', of });
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
}
