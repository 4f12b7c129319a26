import type { Schema } from '@plaudit/client';
import { ROLE_IDS } from '@plaudit/contracts/scopes';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Radio } from '../../../components/controls/choice';
import { TextField } from '../../../components/controls/field';
import { PasswordField } from '../../../components/controls/password-field';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { type Role, type Session, useSession } from '../../../session/session';
import { roleOfId } from '../keys/role-scopes';
import { useAccountApi } from '../parts/account-api';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useSubAccountNames } from '../parts/sub-account-names';
import { useSubmit } from '../forms/use-submit';
import { AccessChoice } from './access-choice';
import { RoleChoice } from './role-choice';
import { textOfInvited } from './users-table';

const FIELDS = ['name', 'email', 'password', 'invite', 'role_id', 'sub_accounts'];

interface UserFields {
  name: string;
  email: string;
  /** True if the user chooses the password with the link of a mail. */
  invite: boolean;
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
  const { main, sub_account_count, mail_delivery: delivery } = useSession();
  const api = useAccountApi();
  const queries = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(user, delivery !== 'none'));
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
        text: t(textOfSaved(user, fields, delivery), { name }),
        ...(revoked > 0 ? { detail: t('keys_ended', { count: revoked }) } : {}),
      });
      onClose();
    });
  const isAccessMissing = fields.access?.length === 0;
  return (
    <FormDialog
      width={520}
      title={user ? t('edit_user', { name: user.name ?? user.email }) : t('add_user')}
      verb={user ? common('save') : t(fields.invite ? 'invite_user' : 'add_user')}
      ready={(user !== null || canEnter(fields)) && !isAccessMissing}
      busy={busy}
      isWritten={JSON.stringify(fields) !== JSON.stringify(fieldsOf(user, delivery !== 'none'))}
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
      {!user && <SignInFields fields={fields} errorOf={errorOf} delivery={delivery} onChange={set} />}
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

/** Returns true if a new user has what the first sign-in needs. */
function canEnter({ email, invite, password }: UserFields): boolean {
  return email !== '' && (invite || password !== '');
}

function textOfSaved(
  user: Schema<'User'> | null,
  { invite }: UserFields,
  delivery: Session['mail_delivery'],
): 'user_saved' | 'user_added' | ReturnType<typeof textOfInvited> {
  if (user) return 'user_saved';
  return invite ? textOfInvited(delivery) : 'user_added';
}

/** What a new user signs in with: a password that the user chooses with the link of a mail, or a first one. */
function SignInFields({
  fields: { email, password, invite },
  errorOf,
  delivery,
  onChange,
}: {
  fields: UserFields;
  errorOf: (field: string) => string | null;
  delivery: Session['mail_delivery'];
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
      <fieldset className="grid gap-2">
        <legend className="label">{t('entry')}</legend>
        <Radio
          name="entry"
          label={t('entry_mail')}
          help={t(`entry_mail_${delivery}`)}
          checked={invite}
          disabled={delivery === 'none'}
          onChange={() => onChange({ invite: true })}
        />
        <Radio
          name="entry"
          label={t('entry_password')}
          help={t('entry_password_text')}
          checked={!invite}
          onChange={() => onChange({ invite: false })}
        />
        {errorOf('invite') && (
          <p className="help bad" role="alert">
            {errorOf('invite')}
          </p>
        )}
      </fieldset>
      {!invite && (
        <PasswordField
          label={t('first_password')}
          help={t('first_password_help')}
          autoComplete="new-password"
          value={password}
          error={errorOf('password')}
          onChange={({ target }) => onChange({ password: target.value })}
          required
        />
      )}
    </>
  );
}

function fieldsOf(user: Schema<'User'> | null, canMail: boolean): UserFields {
  const access = user && user.sub_accounts.length > 0 ? user.sub_accounts : null;
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    invite: canMail,
    password: '',
    role: user ? roleOfId(user.role_id) : 'user',
    access,
  };
}

/** Returns how many keys ended because the user may not make them any more. Only whole-account users choose the access. */
async function send(
  { client }: ReturnType<typeof useAccountApi>,
  user: Schema<'User'> | null,
  { name, email, invite, password, role, access }: UserFields,
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
  await client.post('/users', { body: { ...body, email, ...(invite ? { invite } : { password }) } });
  return 0;
}
