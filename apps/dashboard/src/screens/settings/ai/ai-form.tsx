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
import { type AiFields, aiFieldsOf, aiInput } from './provider-input';
import { ProviderTest } from './provider-test';

const PROVIDERS = ['service', 'embedded', 'openai'] as const;

/** Chooses who writes summaries, insights and drafts. */
export function AiForm({ settings }: { settings: Schema<'AiSettings'> }): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const queries = useQueryClient();
  const stored = aiFieldsOf(settings);
  const [fields, setFields] = useState(stored);
  const { busy, errorOf, otherError, run } = useSubmit(['provider', 'base_url', 'model', 'api_key']);
  const set = (change: Partial<AiFields>): void => setFields({ ...fields, ...change });
  const changed = JSON.stringify(fields) !== JSON.stringify(stored);
  const save = (): Promise<boolean> =>
    run(async () => {
      await api.client.put('/account/ai', { body: { ai: aiInput(fields) } });
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
      extra={<ProviderTest which="ai" unsaved={changed} />}
    >
      <SelectField
        label={t('provider')}
        help={t(`ai_provider_${fields.provider}_text`)}
        error={errorOf('provider')}
        value={fields.provider}
        onChange={({ target }) => set({ provider: target.value as AiFields['provider'] })}
        choices={PROVIDERS.map((value) => ({ value, label: t(`ai_provider_${value}`) }))}
      />
      {fields.provider === 'openai' && (
        <>
          <TextField
            label={t('base_url')}
            type="url"
            placeholder="https://api.openai.com/v1"
            value={fields.base_url}
            error={errorOf('base_url')}
            onChange={({ target }) => set({ base_url: target.value })}
          />
          <TextField
            label={t('model')}
            spellCheck={false}
            value={fields.model}
            error={errorOf('model')}
            onChange={({ target }) => set({ model: target.value })}
          />
          <ProviderKeyField
            isSet={settings.has_key}
            fields={fields}
            error={errorOf('api_key')}
            onChange={set}
          />
        </>
      )}
    </SaveForm>
  );
}
