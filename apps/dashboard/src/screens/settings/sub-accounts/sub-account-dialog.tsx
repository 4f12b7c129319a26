import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../../components/controls/field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { sessionQuery, useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubmit } from '../forms/use-submit';

/** Adds a sub account, or renames the one that is given and changes its limit. */
export function SubAccountDialog({
  subAccount,
  onClose,
}: {
  subAccount: Schema<'SubAccount'> | null;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const { main } = useSession();
  const api = useAccountApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const stored = subAccount && subAccount.properties >= 0 ? String(subAccount.properties) : '';
  const [name, setName] = useState(subAccount?.name ?? '');
  const [limit, setLimit] = useState(stored);
  const { busy, errorOf, otherError, run } = useSubmit(['name', 'properties']);
  const save = (): Promise<boolean> =>
    run(async () => {
      const properties = limit.trim() === '' ? null : Number(limit);
      const body = { name: name.trim(), ...(main && limit !== stored ? { properties } : {}) };
      let id = subAccount?.id;
      if (id === undefined) id = (await api.client.post('/account/subaccount', { body })).id;
      else await api.client.put('/account/subaccount/{id}', { params: { path: { id } }, body });
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.key('account') }),
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]);
      toaster.show(
        subAccount
          ? { text: t('sub_account_saved', { name: body.name }) }
          : {
              text: t('sub_account_added', { name: body.name }),
              action: {
                label: t('switch'),
                run: () => void navigate({ to: '/$account', params: { account: String(id) }, search: {} }),
              },
            },
      );
      onClose();
    });
  return (
    <FormDialog
      title={subAccount ? t('rename_title', { name: subAccount.name }) : t('add_sub_account')}
      verb={subAccount ? common('save') : t('add_sub_account')}
      ready={name.trim() !== ''}
      busy={busy}
      error={otherError}
      width={440}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={t('name')}
        help={subAccount ? undefined : t('sub_account_name_help')}
        autoComplete="off"
        maxLength={191}
        value={name}
        error={errorOf('name')}
        onChange={({ target }) => setName(target.value)}
        required
      />
      {main && (
        <TextField
          label={t('per_platform')}
          help={t('per_platform_help')}
          type="number"
          min={0}
          inputMode="numeric"
          value={limit}
          error={errorOf('properties')}
          onChange={({ target }) => setLimit(target.value)}
        />
      )}
    </FormDialog>
  );
}
