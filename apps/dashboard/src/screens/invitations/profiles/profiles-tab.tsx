import { Link, useNavigate } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { Button, IconButton } from '../../../components/controls/button';
import { TextField } from '../../../components/controls/field';
import { Tag } from '../../../components/display/labels';
import { Loading, LoadError } from '../../../components/display/states';
import { Content } from '../../../components/layout/page';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { toaster } from '../../../components/overlays/toaster';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { FormDialog } from '../../../components/forms/form-dialog';
import { type ProfileEntry, profilesQuery } from '../invite-queries';
import { needsDefaultMark } from '../default-mark';
import { useProfileActs } from './use-profile-acts';

/** The settings profiles: how and when messages are sent, and what they say. */
export function ProfilesTab(): ReactNode {
  const t = useTexts('invitations');
  const mayWrite = useCan('invites:write');
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(profilesQuery(useApi()));
  if (!data && error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Content className="">
      <div className="tools">
        {mayWrite ? (
          <Button icon="add" onClick={() => setAdding(true)}>
            {t('profiles_new')}
          </Button>
        ) : (
          <span className="help-text">{t('needs_write')}</span>
        )}
      </div>
      <table className="table-list inv-profiles" aria-label={t('tab_profiles')}>
        <thead>
          <tr>
            <th scope="col">{t('profiles_name')}</th>
            <th scope="col" className="is-wide">
              {t('profiles_subject')}
            </th>
            <th scope="col" className="is-wide">
              {t('profiles_language')}
            </th>
            <th scope="col" className="is-number">
              {t('profiles_channels')}
            </th>
            <th scope="col" className="is-number">
              {t('profiles_followups')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('profiles_edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((profile) => (
            <Row key={profile.id} profile={profile} isLast={data.length === 1} mayWrite={mayWrite} />
          ))}
        </tbody>
      </table>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Content>
  );
}

function Row({
  profile,
  isLast,
  mayWrite,
}: {
  profile: ProfileEntry;
  isLast: boolean;
  mayWrite: boolean;
}): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const { name, from_name: sender, subject, language, channels, followups } = profile;
  return (
    <tr>
      <td>
        <Link
          to="/$account/invitations/profiles/$profile"
          params={{ account: String(subAccountId), profile: String(profile.id) }}
          className="inv-name"
        >
          {name}
        </Link>{' '}
        {needsDefaultMark({ name, isDefault: profile.default }) && <Tag>{t('profiles_default')}</Tag>}{' '}
        {profile.paused_on && <Tag>{t('profiles_paused')}</Tag>}
        <p className="help-text">{sender}</p>
      </td>
      <td className="is-wide text-text-2">{subject}</td>
      <td className="is-wide text-text-2">{formats.languageName(language)}</td>
      <td className="is-number">
        {channels.length > 0 ? formats.number(channels.length) : t('profiles_all_channels')}
      </td>
      <td className="is-number">{formats.number(followups)}</td>
      <td className="is-number">{mayWrite && <RowMenu profile={profile} isLast={isLast} />}</td>
    </tr>
  );
}

function RowMenu({ profile, isLast }: { profile: ProfileEntry; isLast: boolean }): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  const [isAsking, setAsking] = useState(false);
  const acts = useProfileActs();
  const isKept = profile.default && !isLast;
  return (
    <>
      <Menu
        label={common('actions')}
        trigger={(attributes) => <IconButton icon="more" label={common('actions')} {...attributes} />}
      >
        <MenuItem icon="edit" onSelect={() => acts.open(profile.id)}>
          {t('profiles_edit')}
        </MenuItem>
        <MenuItem icon="copy" onSelect={() => acts.copy(profile)}>
          {t('profiles_copy')}
        </MenuItem>
        {!profile.default && (
          <MenuItem icon="check" onSelect={() => acts.makeDefault(profile)}>
            {t('profiles_make_default')}
          </MenuItem>
        )}
        <MenuItem
          icon="trash"
          danger
          disabled={isKept}
          hint={isKept && t('profiles_delete_default')}
          onSelect={() => setAsking(true)}
        >
          {t('profiles_delete')}
        </MenuItem>
      </Menu>
      {isAsking && <DeleteDialog profile={profile} onClose={() => setAsking(false)} />}
    </>
  );
}

function DeleteDialog({ profile, onClose }: { profile: ProfileEntry; onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  const { id, name } = profile;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.client.delete('/invite/settings/delete/{settings_id}', { params: { path: { settings_id: id } } }),
    onSuccess: () => {
      onClose();
      toaster.show({ text: t('profiles_deleted', { name }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  return (
    <FormDialog
      title={t('ask_profile_delete', { name })}
      wayOut={t('keep_it')}
      verb={t('profiles_delete')}
      danger
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <p>{t('ask_profile_delete_text')}</p>
    </FormDialog>
  );
}

function AddDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.client.post('/invite/settings/add', { body: { settings: { name: name.trim() } } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: api.key('invites', 'profiles') });
      void navigate({
        to: '/$account/invitations/profiles/$profile',
        params: { account: String(api.subAccountId), profile: String(id) },
      });
    },
  });
  return (
    <FormDialog
      title={t('profiles_new')}
      verb={t('profiles_add')}
      busy={isPending}
      ready={name.trim() !== ''}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <TextField
        label={t('profiles_name')}
        help={t('profiles_name_help')}
        value={name}
        maxLength={80}
        autoFocus
        error={error && (shownError(error).msg ?? common('network_failed'))}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
