import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Loading, LoadError } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { MoreRows } from '../more-rows';

const PAGE = 20;

/** The addresses that a fuse concerns, each with the reply of its mail server. */
export function FuseRequests({ fuseId }: { fuseId: number }): ReactNode {
  const t = useTexts('invitations');
  const list = useFuseRequests(fuseId);
  const requests = list.data?.pages.flatMap(({ items }) => items);
  if (!requests && list.error) return <LoadError error={list.error} retry={() => void list.refetch()} />;
  if (!requests) return <Loading />;
  return (
    <div className="fuse-requests" role="region" aria-label={t('fuse_requests')} tabIndex={0}>
      <ul>
        {requests.map(({ id, recipient, msg }) => (
          <li key={id}>
            <p className="inv-address">{recipient ?? t('sup_erased_person')}</p>
            {msg && <p className="help-text">{msg}</p>}
          </li>
        ))}
      </ul>
      <MoreRows list={list} />
    </div>
  );
}

function useFuseRequests(id: number) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: api.key('invites', 'fuses', id),
    queryFn: ({ pageParam, signal }) =>
      api.client.get('/invite/fuses/requests/{id}', {
        params: { path: { id }, query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}
