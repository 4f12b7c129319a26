import type { Schema } from '@plaudit/client';
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/api';
import { useFailureToast } from '../../../components/forms/use-failure-toast';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import type { ProfileEntry } from '../invite-queries';

const MAX_NAME = 80;

export interface ProfileActs {
  open(id: number): void;
  /** Adds a profile with the same settings and opens it. */
  copy(profile: ProfileEntry): void;
  makeDefault(profile: ProfileEntry): void;
  /** Lets a paused profile go on with its addresses. */
  takeOver(id: number): Promise<void>;
  /** Confirms that an address that an upgrade removed is not replaced. */
  leaveEmpty(id: number, setting: 'from_email' | 'reply_to'): Promise<void>;
}

/** What is done to a profile at once. A failure is shown as a toast. */
export function useProfileActs(): ProfileActs {
  const t = useTexts('invitations');
  const forms = useTexts('forms');
  const profile = useTexts('invite_profile');
  const showFailure = useFailureToast();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = (id: number): void =>
    void navigate({
      to: '/$account/invitations/profiles/$profile',
      params: { account: String(api.subAccountId), profile: String(id) },
    });
  const update = (id: number, body: Schema<'InviteSettingsUpdateInput'>) =>
    api.client.put('/invite/settings/update/{settings_id}', { params: { path: { settings_id: id } }, body });
  const attempt = (act: () => Promise<string>): Promise<void> =>
    act()
      .then((text) => void toaster.show({ text }))
      .catch((error: unknown) => showFailure(t('act_failed'), error))
      .finally(() => void queries.invalidateQueries({ queryKey: api.key('invites', 'profiles') }));
  return {
    open,
    copy: ({ id, name }) =>
      void attempt(async () => {
        const params = { query: { settings_id: id } };
        const { settings } = await api.client.get('/invite/settings/get', { params });
        const copyName = t('profiles_copy_name', { name: name.slice(0, MAX_NAME - 20) });
        const added = await api.client.post('/invite/settings/add', {
          body: { settings: copyOf(settings, copyName) },
        });
        open(added.id);
        return t('profiles_copied');
      }),
    makeDefault: ({ id, name }) =>
      void attempt(async () => {
        await update(id, { settings: { default: true } });
        return t('profiles_defaulted', { name });
      }),
    takeOver: (id) =>
      attempt(async () => {
        await update(id, { settings: {}, take_over: true });
        return forms('taken_over');
      }),
    leaveEmpty: (id, setting) =>
      attempt(async () => {
        await update(id, { settings: { [setting]: null } });
        return profile('saved');
      }),
  };
}

function copyOf(settings: Schema<'InviteSettings'>, name: string): Schema<'InviteSettingsInput'> {
  return { ...settings, name, default: false };
}
