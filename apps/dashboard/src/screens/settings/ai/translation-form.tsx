import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { SaveForm } from '../forms/save-form';
import { useSubmit } from '../forms/use-submit';
import { ProviderKeyField } from './provider-key-field';
import {
  TRANSLATOR_FIELDS,
  translationFieldsOf,
  type TranslationFields,
  translationInput,
} from './provider-input';
import { ProviderTest } from './provider-test';

const PROVIDERS = ['service', 'none', 'llm', 'libretranslate', 'deepl', 'google', 'azure'] as const;
const FIELDS = ['provider', 'base_url', 'region', 'api_key', 'monthly_chars'];

/** Chooses who translates reviews, and how much. */
export function TranslationForm({ settings }: { settings: Schema<'TranslationSettings'> }): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const queries = useQueryClient();
  const stored = translationFieldsOf(settings);
  const [fields, setFields] = useState(stored);
  const { busy, errorOf, otherError, run } = useSubmit(FIELDS);
  const set = (change: Partial<TranslationFields>): void => setFields({ ...fields, ...change });
  const changed = JSON.stringify(fields) !== JSON.stringify(stored);
  const has = fields.provider === 'service' ? [] : TRANSLATOR_FIELDS[fields.provider];
  const save = (): Promise<boolean> =>
    run(async () => {
      await api.client.put('/account/ai', { body: { translation: translationInput(fields) } });
      await queries.invalidateQueries({ queryKey: api.key('ai') });
      set({ api_key: '', removeKey: false });
      toaster.show({ text: t('provider_saved') });
    });
  return (
    <SaveForm
      changed={changed}
      busy={busy}
      error={otherError}
      onSave={() => void save()}
      extra={<ProviderTest which="translation" unsaved={changed} />}
    >
      <SelectField
        label={t('translator')}
        error={errorOf('provider')}
        value={fields.provider}
        onChange={({ target }) => set({ provider: target.value as TranslationFields['provider'] })}
        choices={PROVIDERS.map((value) => ({ value, label: t(`translator_${value}`) }))}
      />
      {has.includes('base_url') && (
        <TextField
          label={t('base_url')}
          type="url"
          help={fields.provider === 'libretranslate' ? undefined : t('base_url_optional')}
          value={fields.base_url}
          error={errorOf('base_url')}
          onChange={({ target }) => set({ base_url: target.value })}
        />
      )}
      {has.includes('region') && (
        <TextField
          label={t('region')}
          spellCheck={false}
          value={fields.region}
          error={errorOf('region')}
          onChange={({ target }) => set({ region: target.value })}
        />
      )}
      {has.includes('api_key') && (
        <ProviderKeyField
          isSet={settings.has_key}
          fields={fields}
          error={errorOf('api_key')}
          onChange={set}
        />
      )}
      <TextField
        label={t('monthly_chars')}
        help={t('monthly_chars_help')}
        type="number"
        min={0}
        inputMode="numeric"
        value={fields.monthly_chars}
        error={errorOf('monthly_chars')}
        onChange={({ target }) => set({ monthly_chars: target.value })}
      />
    </SaveForm>
  );
}
