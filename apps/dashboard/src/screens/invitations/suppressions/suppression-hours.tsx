import type { Schema } from '@plaudit/client';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { FormDialog } from '../../../components/forms/form-dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { MoreRows } from '../more-rows';
import { useAddress } from '../use-address';
import { useMoment } from '../use-moment';

export type SuppressionHour = Schema<'SuppressionGroup'>;

/** Reasons that nobody asked for. The API undoes no others. */
const UNDONE: readonly SuppressionHour['reason'][] = ['bounce', 'manual'];

/** How many people came onto the list in each hour, and why. `onUndo` is null for a role that may not change the list. */
export function SuppressionHours({
  reason,
  onUndo,
}: {
  reason: SuppressionHour['reason'] | undefined;
  onUndo: ((group: SuppressionHour) => void) | null;
}): ReactNode {
  const t = useTexts('invitations');
  const list = useGroups(reason);
  const groups = list.data?.pages.flatMap(({ items }) => items);
  if (!groups && list.error) return <LoadError error={list.error} retry={() => void list.refetch()} />;
  if (!groups) return <Loading />;
  if (groups.length === 0) return <Empty icon="users" title={t(reason ? 'sup_no_match' : 'sup_empty')} />;
  return (
    <>
      <table className="table-list inv-hours" aria-label={t('sup_by_hour')}>
        <thead>
          <tr>
            <th scope="col">{t('sup_col_hour')}</th>
            <th scope="col">{t('sup_col_reason')}</th>
            <th scope="col" className="is-number">
              {t('sup_col_people')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('show')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row key={`${group.hour} ${group.reason}`} group={group} onUndo={onUndo} />
          ))}
        </tbody>
      </table>
      <MoreRows list={list} />
    </>
  );
}

function Row({
  group,
  onUndo,
}: {
  group: SuppressionHour;
  onUndo: ((group: SuppressionHour) => void) | null;
}): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const moment = useMoment();
  const [, change] = useAddress();
  const { hour, reason, count } = group;
  return (
    <tr>
      <td>{moment(hour)}</td>
      <td className="text-text-2">{t(`sup_reason_${reason}`)}</td>
      <td className="is-number">{formats.number(count)}</td>
      <td className="is-number">
        <span className="flex flex-wrap justify-end gap-2">
          <Button kind="quiet" onClick={() => change({ by: undefined, hour, reason })}>
            {t('show')}
          </Button>
          {onUndo && UNDONE.includes(reason) && (
            <Button onClick={() => onUndo(group)}>{t('sup_undo')}</Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function useGroups(reason: SuppressionHour['reason'] | undefined) {
  const api = useApi();
  const query = reason ? { reason } : {};
  return useInfiniteQuery({
    queryKey: api.key('invites', 'suppressions', 'hours', query),
    queryFn: ({ pageParam, signal }) =>
      api.client.get('/invite/suppressions/groups', {
        params: { query: { ...query, ...(pageParam && { cursor: pageParam }) } },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}

/** Asks before the people of an hour can be invited again. */
export function UndoDialog({ group, onClose }: { group: SuppressionHour; onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  const { count, reason, hour } = group;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.client.post('/invite/suppressions/undo', { body: { reason, hour } }),
    onSuccess: ({ removed }) => {
      onClose();
      toaster.show({ text: t('sup_undone', { count: removed }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  return (
    <FormDialog
      title={t('ask_sup_undo', { count })}
      verb={t('ask_sup_undo_verb', { count })}
      danger
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <p>{t('ask_sup_undo_text')}</p>
    </FormDialog>
  );
}
