import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { Loaded } from '../parts/loaded';
import { Block, SectionHeader } from '../parts/section';
import { AiForm } from './ai-form';
import { aiQuery } from './ai-query';
import { aiFieldsOf, translationFieldsOf } from './provider-input';
import { ReplySignature } from './reply-signature';
import { TranslationForm } from './translation-form';

/** Who writes and who translates for the account, and how replies of the sub account are signed. */
export function AiSection(): ReactNode {
  const t = useTexts('settings');
  const { main } = useSession();
  return (
    <>
      <SectionHeader title={t('ai')}>{main && t('ai_text')}</SectionHeader>
      {main && <Providers />}
      <ReplySignature />
    </>
  );
}

function Providers(): ReactNode {
  const t = useTexts('settings');
  const query = useQuery(aiQuery(useAccountApi()));
  return (
    <Loaded query={query}>
      {/* A form begins again when what is stored changes, which the server may write in another way than it was typed. */}
      {({ ai, translation, daily_cap, used_today }) => (
        <>
          <Block
            title={t('ai_writes')}
            text={
              daily_cap < 0
                ? t('ai_used', { used: used_today })
                : t('ai_used_of', { used: used_today, limit: daily_cap })
            }
          >
            <AiForm key={`${ai.has_key}${JSON.stringify(aiFieldsOf(ai))}`} settings={ai} />
          </Block>
          <Block
            title={t('ai_translates')}
            text={
              translation.monthly_chars < 0
                ? t('chars_used', { used: translation.used_chars })
                : t('chars_used_of', { used: translation.used_chars, limit: translation.monthly_chars })
            }
          >
            <TranslationForm
              key={`${translation.has_key}${JSON.stringify(translationFieldsOf(translation))}`}
              settings={translation}
            />
          </Block>
        </>
      )}
    </Loaded>
  );
}
