import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { useFailureToast } from '../../../components/forms/use-failure-toast';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import {
  changesOf,
  type InviteSettings,
  isChanged,
  type ProfileDraft,
  type SettingsChange,
} from './profile-draft';

export interface ProfileEditor {
  id: number;
  draft: ProfileDraft;
  isUnsaved: boolean;
  isSaving: boolean;
  /** Changes with each save. */
  version: number;
  /** The setting that the server refused with the last save, such as `send_window.start`. */
  refused: string | null;
  change(part: Partial<ProfileDraft>): void;
  replace(draft: ProfileDraft): void;
  discard(): void;
  save(): void;
  /** Returns what the server said about a setting, named as `send_window.start` or as the beginning of a name. */
  errorOf(path: string): string | null;
}

/** Holds what a person changes in a profile until it is saved. */
export function useProfileEditor(id: number, saved: InviteSettings): ProfileEditor {
  const t = useTexts('invite_profile');
  const common = useTexts('common');
  const [draft, setDraft] = useState<ProfileDraft>(saved);
  const [version, setVersion] = useState(0);
  const { mutate, isPending, error, reset } = useSaving(id, (settings) => {
    setDraft(settings);
    setVersion((current) => current + 1);
  });
  const isUnsaved = isChanged(saved, draft);
  const { msg, field } = shownError(error);
  const named = error && field ? field.replace(/^settings\./, '') : null;
  return {
    id,
    draft,
    isUnsaved,
    isSaving: isPending,
    version,
    refused: named ?? null,
    change: (part) => setDraft((current) => ({ ...current, ...part })),
    replace: setDraft,
    discard: () => {
      setDraft(saved);
      reset();
      toaster.show({
        text: t('discarded'),
        action: { label: common('undo'), run: () => setDraft(draft) },
      });
    },
    save: () => {
      if (isUnsaved && !isPending) mutate(changesOf(saved, draft));
    },
    errorOf: (path) => (named === path || named?.startsWith(`${path}[`) ? msg : null),
  };
}

function useSaving(id: number, onSaved: (settings: InviteSettings) => void) {
  const t = useTexts('invite_profile');
  const showFailure = useFailureToast();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (settings: SettingsChange) => {
      const params = { path: { settings_id: id } };
      await api.client.put('/invite/settings/update/{settings_id}', { params, body: { settings } });
      return api.client.get('/invite/settings/get', { params: { query: { settings_id: id } } });
    },
    onSuccess: ({ settings }) => {
      queries.setQueryData(api.key('invites', 'profile', id), settings);
      onSaved(settings);
      toaster.show({ text: t('saved') });
      void queries.invalidateQueries({ queryKey: api.key('invites', 'profiles') });
    },
    onError: (failure) => {
      if (shownError(failure).field === null) showFailure(t('save_failed'), failure);
    },
  });
}
