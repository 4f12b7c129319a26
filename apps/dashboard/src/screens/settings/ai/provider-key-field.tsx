import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choice';
import { PasswordField } from '../../../components/controls/password-field';
import { useTexts } from '../../../i18n/texts';

interface KeyFields {
  api_key: string;
  removeKey: boolean;
}

/** The key of a provider. It can be set and removed, and is never shown. */
export function ProviderKeyField({
  isSet,
  fields: { api_key, removeKey },
  error,
  onChange,
}: {
  isSet: boolean;
  fields: KeyFields;
  error: string | null;
  onChange: (change: Partial<KeyFields>) => void;
}): ReactNode {
  const t = useTexts('settings');
  return (
    <div className="grid gap-2">
      <PasswordField
        label={t('provider_key')}
        help={t(isSet ? 'provider_key_set' : 'provider_key_unset')}
        autoComplete="off"
        value={api_key}
        error={error}
        disabled={removeKey}
        onChange={({ target }) => onChange({ api_key: target.value })}
      />
      {isSet && (
        <Checkbox
          label={t('provider_key_remove')}
          checked={removeKey}
          onChange={({ target }) => onChange({ removeKey: target.checked, api_key: '' })}
        />
      )}
    </div>
  );
}
