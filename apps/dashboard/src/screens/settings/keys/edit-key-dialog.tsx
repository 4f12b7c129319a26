import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TextArea, TextField } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubmit } from '../forms/use-submit';
import { addressesIn } from './addresses';
import { ExpiryField } from './expiry-field';
import { dayOf, type ExpiryPreset, expiryOf } from './expiry-presets';

/** Changes what can be changed of a key: its name, its end, and the addresses that may use it. */
export function EditKeyDialog({
  edited,
  onClose,
}: {
  edited: Schema<'Key'>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const api = useAccountApi();
  const queries = useQueryClient();
  const [name, setName] = useState(edited.name);
  const [addresses, setAddresses] = useState(edited.allowed_ips.join('\n'));
  const stored: { preset: ExpiryPreset; day: string } = {
    preset: edited.expires_on ? 'date' : 'never',
    day: dayOf(edited.expires_on),
  };
  const [end, setEnd] = useState(stored);
  const { busy, errorOf, otherError, run } = useSubmit(['name', 'expires_on', 'allowed_ips']);
  const expiry = expiryOf(end.preset, end.day, new Date());
  const endChanged = end.preset !== stored.preset || end.day !== stored.day;
  const save = (): Promise<boolean> =>
    run(async () => {
      await api.client.put('/keys/{id}', {
        params: { path: { id: edited.id } },
        body: {
          name: name.trim(),
          allowed_ips: addressesIn(addresses),
          // An end whose day did not change keeps its time of day.
          ...(endChanged ? { expires_on: expiry ?? null } : {}),
        },
      });
      await queries.invalidateQueries({ queryKey: api.key('keys') });
      toaster.show({ text: t('key_saved', { name: name.trim() }) });
      onClose();
    });
  return (
    <FormDialog
      width={520}
      title={t('edit_key', { name: edited.name })}
      verb={common('save')}
      ready={name.trim() !== '' && expiry !== undefined}
      busy={busy}
      error={otherError}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={t('name')}
        maxLength={191}
        value={name}
        error={errorOf('name')}
        onChange={({ target }) => setName(target.value)}
        required
      />
      <ExpiryField
        preset={end.preset}
        day={end.day}
        error={errorOf('expires_on')}
        onChange={(change) => setEnd({ ...end, ...change })}
      />
      <TextArea
        label={t('addresses')}
        help={t('addresses_help')}
        rows={3}
        spellCheck={false}
        value={addresses}
        error={errorOf('allowed_ips')}
        onChange={({ target }) => setAddresses(target.value)}
      />
      <p className="help-text">{t('key_rights_fixed')}</p>
    </FormDialog>
  );
}
