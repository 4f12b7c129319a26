import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { ProviderForm } from './provider-form';
import {
  TRANSLATOR_FIELDS,
  translationFieldsOf,
  type TranslationFields,
  translationInput,
} from './provider-input';

const PROVIDERS = ['service', 'none', 'llm', 'libretranslate', 'deepl', 'google', 'azure'] as const;
const FIELDS = ['provider', 'base_url', 'region', 'api_key', 'monthly_chars'] as const;

/** Chooses who translates reviews, and how much. */
export function TranslationForm({ settings }: { settings: Schema<'TranslationSettings'> }): ReactNode {
  const t = useTexts('settings');
  return (
    <ProviderForm
      which="translation"
      stored={translationFieldsOf(settings)}
      names={FIELDS}
      provider={{
        label: t('translator'),
        choices: PROVIDERS.map((value) => ({ value, label: t(`translator_${value}`) })),
      }}
      takesKey={(chosen) => fieldsOf(chosen).includes('api_key')}
      isKeyStored={settings.has_key}
      made={settings}
      bodyOf={(fields) => ({ translation: translationInput(fields) })}
      last={(field) => (
        <TextField
          label={t('monthly_chars')}
          help={t('monthly_chars_help')}
          type="number"
          min={-1}
          inputMode="numeric"
          {...field('monthly_chars')}
        />
      )}
    >
      {({ provider }, field) => (
        <>
          {fieldsOf(provider).includes('base_url') && (
            <TextField
              label={t('base_url')}
              type="url"
              help={provider === 'libretranslate' ? undefined : t('base_url_optional')}
              {...field('base_url')}
            />
          )}
          {fieldsOf(provider).includes('region') && (
            <TextField label={t('region')} spellCheck={false} {...field('region')} />
          )}
        </>
      )}
    </ProviderForm>
  );
}

function fieldsOf(provider: TranslationFields['provider']): readonly string[] {
  return provider === 'service' ? [] : TRANSLATOR_FIELDS[provider];
}
