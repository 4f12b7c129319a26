import { PlauditError } from '@plaudit/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownError } from '../../api/api-error';
import { useApi } from '../../api/api';
import { toaster } from '../../components/overlays/toaster';
import { useTexts } from '../../i18n/texts';
import { hoursAndMinutes } from './rules/countdown';
import { useNow, useRefetchChannels } from './use-channels';

const MINUTE_MS = 60_000;

export interface CheckNow {
  run(): void;
  busy: boolean;
  /** When a check is possible again, in words. Null if it is possible now, as far as is known. */
  again: string | null;
}

/** Queues a crawl of a channel. After a refusal it says when a check is possible again. */
export function useCheckNow(id: number): CheckNow {
  const api = useApi();
  const t = useTexts('channels');
  const common = useTexts('common');
  const queries = useQueryClient();
  const refetch = useRefetchChannels();
  const key = ['check-again', api.subAccountId, id];
  const { data: until = 0 } = useQuery<number>({ queryKey: key, queryFn: () => 0, staleTime: Infinity });
  const now = useNow(MINUTE_MS / 2, until > 0);
  const left = hoursAndMinutes(until, now);
  const check = useMutation({
    mutationFn: () => api.client.post('/channels/refresh/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      toaster.show({ text: t('check_queued') });
      void refetch();
    },
    onError: (error) => {
      const minutes = error instanceof PlauditError ? error.body.retry_after_minutes : undefined;
      if (minutes) queries.setQueryData(key, Date.now() + minutes * MINUTE_MS);
      toaster.show({ text: shownError(error).msg ?? common('network_failed'), kind: 'failed' });
    },
  });
  const again = left && (left.hours > 0 ? t('again_hours', left) : t('again_minutes', left));
  return { run: () => check.mutate(), busy: check.isPending, again };
}
