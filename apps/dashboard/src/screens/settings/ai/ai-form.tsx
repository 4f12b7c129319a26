import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { ProviderForm } from './provider-form';
import { aiFieldsOf, aiInput } from './provider-input';

const PROVIDERS = ['service', 'embedded', 'openai'] as const;
const FIELDS = ['provider', 'base_url', 'model', 'api_key'] as const;

/** Chooses who writes summaries, insights and drafts. */
export function AiForm({ settings }: { settings: Schema<'AiSettings'> }): ReactNode {
  const t = useTexts('settings');
  return (
    <ProviderForm
      which="ai"
      stored={aiFieldsOf(settings)}
      names={FIELDS}
      provider={{
        label: t('provider'),
        help: (chosen) => t(`ai_provider_${chosen}_text`),
        choices: PROVIDERS.map((value) => ({ value, label: t(`ai_provider_${value}`) })),
      }}
      takesKey={(chosen) => chosen === 'openai'}
      isKeyStored={settings.has_key}
      made={settings}
      bodyOf={(fields) => ({ ai: aiInput(fields) })}
    >
      {({ provider }, field) =>
        provider === 'openai' && (
          <>
            <TextField
              label={t('base_url')}
              type="url"
              placeholder="https://api.openai.com/v1"
              {...field('base_url')}
            />
            <TextField label={t('model')} spellCheck={false} {...field('model')} />
          </>
        )
      }
    </ProviderForm>
  );
}
