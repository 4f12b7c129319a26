import type { Schema } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Status } from '../../../components/display/labels';
import { Avatar } from '../../../components/display/monograms';
import { useFailureToast } from '../../../components/forms/use-failure-toast';
import { MenuItem } from '../../../components/overlays/menu';
import { toaster } from '../../../components/overlays/toaster';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type Session, useSession } from '../../../session/session';
import { roleOfId } from '../keys/role-scopes';
import { useAccountApi } from '../parts/account-api';
import { type Column, DataTable } from '../parts/data-table';
import { RowMenu } from '../parts/row-menu';
import { useSubAccountNames } from '../parts/sub-account-names';
import type { UserAct } from './user-act-dialog';

type User = Schema<'User'>;

export function UsersTable({
  users,
  onEdit,
  onAct,
}: {
  users: readonly User[];
  onEdit: (user: User) => void;
  onAct: (act: { act: UserAct; user: User }) => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const formats = useFormats();
  const { user: self } = useSession();
  const invite = useInvite();
  const columns: Column<User>[] = [
    { key: 'user', label: t('user'), cell: (user) => <Person user={user} isSelf={user.id === self.id} /> },
    { key: 'role', label: t('role'), cell: ({ role_id }) => common(`role_${roleOfId(role_id)}`) },
    { key: 'access', label: t('sub-accounts'), cell: (user) => <Access user={user} users={users} /> },
    {
      key: 'two_factor',
      label: t('two_factor'),
      cell: ({ two_factor: on }) =>
        on ? <Status tone="good">{t('on')}</Status> : <span className="text-text-3">{t('off')}</span>,
    },
    {
      key: 'added',
      label: t('added_on'),
      cell: ({ created_on }) => (
        <span className="text-text-2 whitespace-nowrap" title={formats.moment(apiDate(created_on))}>
          {formats.day(apiDate(created_on))}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('users')}
      columns={columns}
      rows={users}
      actions={(user) => (
        <RowMenu name={user.name ?? user.email}>
          <MenuItem icon="edit" onSelect={() => onEdit(user)}>
            {t('edit')}
          </MenuItem>
          {user.invited_until && (
            <MenuItem icon="mail" disabled={invite.isPending} onSelect={() => invite.mutate(user)}>
              {t('invite_again')}
            </MenuItem>
          )}
          {user.two_factor && user.id !== self.id && (
            <MenuItem icon="lock" onSelect={() => onAct({ act: 'reset_two_factor', user })}>
              {t('reset_two_factor')}
            </MenuItem>
          )}
          <MenuItem
            icon="trash"
            danger
            disabled={user.id === self.id}
            hint={user.id === self.id ? t('not_yourself') : undefined}
            onSelect={() => onAct({ act: 'delete', user })}
          >
            {t('delete_user')}
          </MenuItem>
        </RowMenu>
      )}
    />
  );
}

function Person({
  user: { name, email, invited_until: until },
  isSelf,
}: {
  user: User;
  isSelf: boolean;
}): ReactNode {
  const t = useTexts('settings');
  return (
    <div className="flex items-center gap-2">
      <Avatar name={name ?? email} />
      <div className="min-w-0">
        <p>
          <b className="font-medium">{name ?? email}</b>
          {isSelf && <span className="help-text ms-1.5">{t('you')}</span>}
        </p>
        {name && <p className="help-text truncate">{email}</p>}
        {until && <Invited until={apiDate(until)} />}
      </div>
    </div>
  );
}

/** Returns the message after an invitation. A server without a mail server keeps the mail with the link. */
export function textOfInvited(delivery: Session['mail_delivery']): 'user_invited' | 'user_invited_kept' {
  return delivery === 'mailbox' ? 'user_invited_kept' : 'user_invited';
}

/** Sends the mail of an invitation again. */
function useInvite() {
  const t = useTexts('settings');
  const api = useAccountApi();
  const { mail_delivery: delivery } = useSession();
  const queries = useQueryClient();
  const showFailure = useFailureToast();
  return useMutation({
    mutationFn: ({ id }: User) => api.client.post('/users/{id}/invite', { params: { path: { id } } }),
    onSuccess: async (_sent, { name, email }) => {
      toaster.show({ text: t(textOfInvited(delivery), { name: name ?? email }) });
      await queries.invalidateQueries({ queryKey: api.key('users') });
    },
    onError: (error) => showFailure(t('invitation_not_sent'), error),
  });
}

/** Says of a user without a password until when the link of the invitation works. */
function Invited({ until }: { until: Date }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  return until.getTime() > Date.now() ? (
    <p className="help-text" title={formats.moment(until)}>
      {t('invited_until', { day: formats.day(until) })}
    </p>
  ) : (
    <p className="help-text text-warn">{t('invitation_ended')}</p>
  );
}

/** The name of the only sub account, or how many there are. */
function Access({ user, users }: { user: User; users: readonly User[] }): ReactNode {
  const t = useTexts('settings');
  const api = useAccountApi();
  const { sub_account_count } = useSession();
  const single = users.flatMap(({ sub_accounts }) => (sub_accounts.length === 1 ? sub_accounts : []));
  const names = useSubAccountNames(api, sub_account_count, single);
  const [id] = user.sub_accounts;
  const count = user.sub_accounts.length;
  const text =
    id === undefined
      ? t('whole_account')
      : count === 1
        ? (names.get(id) ?? t('sub_account_id', { id: String(id) }))
        : t('sub_accounts_count', { count });
  return <span className="text-text-2">{text}</span>;
}
