import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Checkbox } from '../../../components/controls/choice';
import { TextArea, TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { type Role, type Scope, useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { FormDialog } from '../../../components/forms/form-dialog';
import { type PickedSubAccount, SubAccountPicker } from '../parts/sub-account-picker';
import { useSubmit } from '../forms/use-submit';
import { addressesIn } from './addresses';
import { ExpiryField } from './expiry-field';
import { type ExpiryPreset, expiryOf } from './expiry-presets';
import { RoleChoice } from '../users/role-choice';
import { keptScopes } from './role-scopes';
import { ScopeChoice } from './scope-choice';

interface KeyFields {
  name: string;
  subAccount: PickedSubAccount[];
  role: Role;
  accountManagement: boolean;
  /** Null for all scopes of the role. */
  scopes: Scope[] | null;
  preset: ExpiryPreset;
  day: string;
  addresses: string;
}

const EMPTY: KeyFields = {
  name: '',
  subAccount: [],
  role: 'user',
  accountManagement: false,
  scopes: null,
  preset: 'never',
  day: '',
  addresses: '',
};
const FIELDS = ['name', 'sub_account_id', 'role', 'scopes', 'expires_on', 'allowed_ips'];

/** Creates a key. The role with the fewest rights is chosen at first, so that more of them are a decision. */
export function NewKeyDialog({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (key: Schema<'NewKey'>) => void;
}): ReactNode {
  const t = useTexts('settings');
  const { main, sub_account_count } = useSession();
  const api = useAccountApi();
  const { subAccountId } = useApi();
  const queries = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const { busy, errorOf, otherError, run } = useSubmit(FIELDS);
  const set = (change: Partial<KeyFields>): void => setFields({ ...fields, ...change });
  const expiry = expiryOf(fields.preset, fields.day, new Date());
  const isEmptyChoice = fields.scopes?.length === 0;
  const create = (): Promise<boolean> =>
    run(async () => {
      const body = { ...inputOf(fields, subAccountId), expires_on: expiry ?? null };
      const made = await api.client.post('/keys', { body });
      await queries.invalidateQueries({ queryKey: api.key('keys') });
      onMade(made);
    });
  const { name, role, accountManagement, scopes, addresses } = fields;
  return (
    <FormDialog
      width={520}
      title={t('create_key')}
      verb={t('create_key')}
      ready={name.trim() !== '' && expiry !== undefined && !isEmptyChoice}
      busy={busy}
      isWritten={name.trim() !== '' || addresses.trim() !== ''}
      error={otherError}
      onClose={onClose}
      onSubmit={() => void create()}
    >
      <TextField
        label={t('name')}
        help={t('key_name_help')}
        maxLength={191}
        autoComplete="off"
        value={name}
        error={errorOf('name')}
        onChange={({ target }) => set({ name: target.value })}
        required
      />
      {main && sub_account_count > 1 && (
        <SubAccountPicker
          label={t('key_sub_account')}
          picked={fields.subAccount}
          usual={subAccountId}
          error={errorOf('sub_account_id')}
          onChange={(subAccount) => set({ subAccount })}
        />
      )}
      <RoleFields fields={fields} onChange={set} />
      <ScopeChoice
        role={role}
        accountManagement={accountManagement}
        chosen={scopes}
        error={errorOf('scopes') ?? (isEmptyChoice ? t('choose_scope') : null)}
        onChange={(chosen) => set({ scopes: chosen })}
      />
      <ExpiryField preset={fields.preset} day={fields.day} error={errorOf('expires_on')} onChange={set} />
      <TextArea
        label={t('addresses')}
        help={t('addresses_help')}
        rows={2}
        spellCheck={false}
        value={addresses}
        error={errorOf('allowed_ips')}
        onChange={({ target }) => set({ addresses: target.value })}
      />
    </FormDialog>
  );
}

/** The role of the key and whether it manages the account. Chosen scopes that the role lacks are dropped. */
function RoleFields({
  fields: { role, accountManagement, scopes },
  onChange,
}: {
  fields: KeyFields;
  onChange: (change: Partial<KeyFields>) => void;
}): ReactNode {
  const t = useTexts('settings');
  const set = (nextRole: Role, nextManagement: boolean): void =>
    onChange({
      role: nextRole,
      accountManagement: nextManagement,
      scopes: scopes && keptScopes(scopes, nextRole, nextManagement),
    });
  return (
    <RoleChoice of="key" role={role} onChange={(one) => set(one, accountManagement)}>
      <Checkbox
        label={t('account_management')}
        help={t('account_management_text')}
        checked={accountManagement}
        onChange={({ target }) => set(role, target.checked)}
      />
    </RoleChoice>
  );
}

function inputOf(fields: KeyFields, subAccountId: number): Schema<'KeyAddInput'> {
  const { name, subAccount, role, accountManagement, scopes, addresses } = fields;
  return {
    name: name.trim(),
    sub_account_id: subAccount[0]?.id ?? subAccountId,
    role,
    account_management: accountManagement,
    scopes: scopes ?? [],
    allowed_ips: addressesIn(addresses),
  };
}
