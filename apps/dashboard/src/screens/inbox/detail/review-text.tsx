import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '../../../app/preferences';
import { useShortcuts } from '../../../app/shortcuts';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { Icon } from '../../../components/display/icon';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import type { Review } from '../model/review-rows';
import { type Translation, translated } from './translation';

/** The text in full, and its translation into the language of the page. */
export function ReviewText({ review }: { review: Review }): ReactNode {
  const inbox = useTexts('inbox');
  const { language: own } = usePreferences();
  const { text, language } = review;
  const [isWanted, setWanted] = useState(false);
  const toggle = (): void => setWanted((before) => !before);
  const isForeign = text !== '' && language?.split('-')[0] !== own;
  const translation = useTranslation(review, own, isWanted && isForeign);
  useShortcuts(isForeign ? [{ keys: 'l', run: toggle }] : []);
  const shown = isWanted ? translation.data?.text : undefined;
  return (
    <div className="grid gap-2">
      <p className="review-full" lang={shown ? own : (language ?? undefined)} dir="auto">
        {(shown ?? text) || <span className="text-text-3">{inbox('no_text')}</span>}
      </p>
      {isForeign && (
        <p className="help-text flex flex-wrap items-center gap-1.5" aria-live="polite">
          <Icon name="language" size="small" />
          {isWanted && shown === undefined ? (
            <Untranslated {...translation} />
          ) : (
            <TranslationNote language={language} isShown={shown !== undefined} onToggle={toggle} />
          )}
        </p>
      )}
    </div>
  );
}

/** Says that the translation is on its way, or why there is none. */
function Untranslated({ data, error }: { data: Translation | undefined; error: unknown }): ReactNode {
  const t = useTexts('inbox_detail');
  if (error) return shownError(error).msg ?? t('no_answer');
  if (!data) return t('translating');
  return t(data.failure ? `translation_${data.failure}` : 'translation_not_needed');
}

function TranslationNote({
  language,
  isShown,
  onToggle,
}: {
  language: string | null;
  isShown: boolean;
  onToggle: () => void;
}): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const name = language ? formats.languageName(language) : null;
  const translated = name ? t('translated_from', { language: name }) : t('translated');
  return (
    <>
      {isShown ? translated : name}
      <button type="button" className="text-button" onClick={onToggle}>
        {isShown ? t('show_original') : t('translate')}
      </button>
      <kbd aria-hidden="true">L</kbd>
    </>
  );
}

function useTranslation(review: Review, language: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: api.key('reviews', 'translation', review.id, language, review.updated_on),
    queryFn: ({ signal }) => translated(api.client, review, language, signal),
    enabled,
    staleTime: Infinity,
  });
}
