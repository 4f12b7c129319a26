import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { SelectField } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { MakerNote } from '../../../components/forms/maker-note';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { SaveForm } from '../forms/save-form';
import { useSubmit } from '../forms/use-submit';
import { useAccountApi } from '../parts/account-api';
import { ProviderKeyField } from './provider-key-field';
import { losesKey, type ProviderFields } from './provider-input';
import { ProviderTest } from './provider-test';

/** Returns what the field with this name shows and does. */
type FieldByName<Fields> = (name: keyof Fields & string) => {
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** The form of a provider: which one, its own fields, its key, and a test of what is stored. A saved key is forgotten here. */
export function ProviderForm<Fields extends ProviderFields>({
  which,
  stored,
  names,
  provider,
  takesKey,
  isKeyStored,
  made,
  bodyOf,
  children,
  last,
}: {
  which: 'ai' | 'translation';
  stored: Fields;
  /** The fields beside which an error of the server is shown. */
  names: readonly (keyof Fields & string)[];
  provider: { label: string; help?: (chosen: Fields['provider']) => string; choices: readonly Choice[] };
  takesKey: (chosen: Fields['provider']) => boolean;
  isKeyStored: boolean;
  /** Who chose the stored provider, and since when it is paused. */
  made: Pick<Schema<'AiSettings'>, 'created_by' | 'paused_on'>;
  bodyOf: (fields: Fields) => Schema<'AccountAiInput'>;
  /** Returns the fields that only this kind of provider has. */
  children: (fields: Fields, field: FieldByName<Fields>) => ReactNode;
  /** Returns what stands below the key. */
  last?: (field: FieldByName<Fields>) => ReactNode;
}): ReactNode {
  const t = useTexts('settings');
  const forms = useTexts('forms');
  const api = useAccountApi();
  const queries = useQueryClient();
  const [fields, setFields] = useState(stored);
  const { busy, errorOf, otherError, run } = useSubmit(names);
  const set = (change: Partial<ProviderFields>): void => setFields((now) => ({ ...now, ...change }));
  const changed = JSON.stringify(fields) !== JSON.stringify(stored);
  const save = (saved: Fields, text: string): Promise<boolean> =>
    run(async () => {
      await api.client.put('/account/ai', { body: bodyOf(saved) });
      await queries.invalidateQueries({ queryKey: api.key('ai') });
      set({ api_key: '', removeKey: false });
      toaster.show({ text });
    });
  const field: FieldByName<Fields> = (name) => ({
    value: String(fields[name]),
    error: errorOf(name),
    onChange: ({ target }) => setFields((now) => ({ ...now, [name]: target.value })),
  });
  return (
    <SaveForm
      changed={changed}
      busy={busy}
      error={otherError}
      onSave={() => void save(fields, t('provider_saved'))}
      extra={<ProviderTest which={which} unsaved={changed} />}
    >
      <MakerNote
        made={made}
        mayTakeOver={!changed}
        busy={busy}
        onTakeOver={() => void save(stored, forms('taken_over'))}
      />
      <SelectField
        label={provider.label}
        help={provider.help?.(fields.provider)}
        error={errorOf('provider')}
        value={fields.provider}
        onChange={({ target }) => set({ provider: target.value })}
        choices={provider.choices}
      />
      {children(fields, field)}
      {takesKey(fields.provider) && (
        <ProviderKeyField isSet={isKeyStored} fields={fields} error={errorOf('api_key')} onChange={set} />
      )}
      {isKeyStored && losesKey(stored, fields) && <Note tone="warn">{t('provider_key_lost')}</Note>}
      {last?.(field)}
    </SaveForm>
  );
}

interface Choice {
  value: string;
  label: string;
}
