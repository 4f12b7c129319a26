import type { Schema } from '@plaudit/client';
import { ROLE_IDS } from '@plaudit/contracts/scopes';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../../components/controls/field';
import { PasswordField } from '../../../components/controls/password-field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { type Role, useSession } from '../../../session/session';
import { roleOfId } from '../keys/role-scopes';
import { useAccountApi } from '../parts/account-api';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubAccountNames } from '../parts/sub-account-names';
import { useSubmit } from '../forms/use-submit';
import { AccessChoice } from './access-choice';
import { RoleChoice } from './role-choice';

const FIELDS = ['name', 'email', 'password', 'role_id', 'sub_accounts'];

interface UserFields {
  name: string;
  email: string;
  password: string;
  role: Role;
  /** Null for the whole account. */
  access: number[] | null;
}

/** Adds a user, or changes the one that is given. */
export function UserDialog({
  user,
  onClose,
}: {
  user: Schema<'User'> | null;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const { main, sub_account_count } = useSession();
  const api = useAccountApi();
  const queries = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(user));
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const known = useSubAccountNames(api, sub_account_count, user?.sub_accounts ?? []);
  const { busy, errorOf, otherError, run } = useSubmit(FIELDS);
  const set = (change: Partial<UserFields>): void => setFields({ ...fields, ...change });
  const save = (): Promise<boolean> =>
    run(async () => {
      const revoked = await send(api, user, fields, main);
      await Promise.all(
        (['users', 'keys', 'account'] as const).map((resource) =>
          queries.invalidateQueries({ queryKey: api.key(resource) }),
        ),
      );
      const name = fields.name.trim() || fields.email;
      toaster.show({
        text: t(user ? 'user_saved' : 'user_added', { name }),
        ...(revoked > 0 ? { detail: t('keys_ended', { count: revoked }) } : {}),
      });
      onClose();
    });
  const isAccessMissing = fields.access?.length === 0;
  return (
    <FormDialog
      width={520}
      title={user ? t('edit_user', { name: user.name ?? user.email }) : t('add_user')}
      verb={user ? common('save') : t('add_user')}
      ready={(user !== null || (fields.email !== '' && fields.password !== '')) && !isAccessMissing}
      busy={busy}
      isWritten={JSON.stringify(fields) !== JSON.stringify(fieldsOf(user))}
      error={otherError}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={t('full_name')}
        autoComplete="off"
        maxLength={191}
        value={fields.name}
        error={errorOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      {!user && <SignInFields fields={fields} errorOf={errorOf} onChange={set} />}
      <RoleChoice
        of="person"
        role={fields.role}
        error={errorOf('role_id')}
        onChange={(role) => set({ role })}
      />
      {main && sub_account_count > 1 && (
        <AccessChoice
          access={fields.access}
          nameOf={(id) => names.get(id) ?? known.get(id) ?? t('sub_account_id', { id: String(id) })}
          error={errorOf('sub_accounts') ?? (isAccessMissing ? t('choose_sub_account') : null)}
          onChange={(picked) => {
            setNames(new Map([...names, ...(picked ?? []).map(({ id, name }) => [id, name] as const)]));
            set({ access: picked && picked.map(({ id }) => id) });
          }}
        />
      )}
    </FormDialog>
  );
}

/** What a new user signs in with. Users change their own password later. */
function SignInFields({
  fields: { email, password },
  errorOf,
  onChange,
}: {
  fields: UserFields;
  errorOf: (field: string) => string | null;
  onChange: (change: Partial<UserFields>) => void;
}): ReactNode {
  const t = useTexts('settings');
  return (
    <>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        value={email}
        error={errorOf('email')}
        onChange={({ target }) => onChange({ email: target.value.trim() })}
        required
      />
      <PasswordField
        label={t('first_password')}
        help={t('first_password_help')}
        autoComplete="new-password"
        value={password}
        error={errorOf('password')}
        onChange={({ target }) => onChange({ password: target.value })}
        required
      />
    </>
  );
}

function fieldsOf(user: Schema<'User'> | null): UserFields {
  const access = user && user.sub_accounts.length > 0 ? user.sub_accounts : null;
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    role: user ? roleOfId(user.role_id) : 'user',
    access,
  };
}

/** Returns how many keys ended because the user may not make them any more. Only whole-account users choose the access. */
async function send(
  { client }: ReturnType<typeof useAccountApi>,
  user: Schema<'User'> | null,
  { name, email, password, role, access }: UserFields,
  main: boolean,
): Promise<number> {
  const body = {
    name: name.trim() || null,
    role_id: ROLE_IDS[role],
    ...(main ? { sub_accounts: access ?? [] } : {}),
  };
  if (user) {
    const params = { path: { id: user.id } };
    return (await client.put('/users/{id}', { params, body })).revoked_keys;
  }
  await client.post('/users', { body: { ...body, email, password } });
  return 0;
}
