import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { isId } from '../../../app/search-params';
import type { Verdict } from './profile-checks';
import type { InviteSettings } from './profile-draft';

/** A recipient of a dry run. Nothing is sent to it. */
const PROBES = [{ recipient: 'probe@example.com' }, { recipient: '+33612345678' }] as const;

/** Loads the settings of a profile. */
export function useProfile(id: number) {
  const api = useApi();
  return useQuery({
    enabled: isId(String(id)),
    queryKey: api.key('invites', 'profile', id),
    queryFn: async ({ signal }): Promise<InviteSettings> =>
      (await api.client.get('/invite/settings/get', { params: { query: { settings_id: id } }, signal }))
        .settings,
    // What a person types must not be compared with settings that changed meanwhile.
    refetchOnWindowFocus: false,
  });
}

/** Renders a message with the saved texts of a profile and sample data. `version` changes when the profile is saved. */
export function usePreview(id: number, { slug, step }: { slug: string; step: number }, version: unknown) {
  const api = useApi();
  return useQuery({
    queryKey: api.key('invites', 'preview', id, slug, step, version),
    queryFn: ({ signal }) =>
      api.client.get('/invite/templates/get/{slug}', {
        params: { path: { slug }, query: { settings_id: id, step } },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Asks the server by a dry run whether it could send an email and an SMS of a profile. */
export function useSendingVerdicts(
  id: number,
  version: unknown,
  mayWrite: boolean,
): { email: Verdict | null; sms: Verdict | null } {
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('invites', 'verdicts', id, version),
    queryFn: async () => {
      const body = { requests: [...PROBES], validate_only: true, settings_id: id };
      const { errors } = await api.client.post('/invite/requests/add_bulk', { body });
      return PROBES.map((_probe, at): Verdict => {
        const error = errors.find(({ index }) => index === at);
        if (!error) return { ok: true };
        return { ok: false, msg: error.field === 'type' ? null : error.msg };
      });
    },
    enabled: mayWrite,
    retry: (failures, error) => failures < 1 && shownError(error).code === null,
  });
  return { email: data?.[0] ?? null, sms: data?.[1] ?? null };
}

export interface LinkedChannel {
  id: number;
  /** The slug of the platform. */
  type: string;
  label: string;
  name: string;
  hasPage: boolean;
}

/** Loads the channels that messages can point at. */
export function useLinkedChannels(): readonly LinkedChannel[] | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('channels', 'links'),
    queryFn: ({ signal }) => api.client.get('/channels/get', { params: { query: { limit: 1000 } }, signal }),
  });
  return (
    data?.items.map(({ id, type, label, name, url }) => ({ id, type, label, name, hasPage: url !== null })) ??
    null
  );
}
