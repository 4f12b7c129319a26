import type { Schema } from '@plaudit/client';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { Button, IconButton } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Note } from '../../../components/display/note';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { Content, Tools } from '../../../components/layout/page';
import { Dialog } from '../../../components/overlays/dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { SearchField } from '../requests/request-tools';
import { useAddress } from '../use-address';
import { useMoment } from '../use-moment';

type Suppression = Schema<'Suppression'>;
type Reason = Suppression['reason'];

const AddSuppressionsDialog = lazy(() =>
  import('./add-suppressions-dialog').then((file) => ({ default: file.AddSuppressionsDialog })),
);

const REASONS: readonly Reason[] = ['unsubscribed', 'bounce', 'complaint', 'stop', 'manual', 'erased'];
const PAGE = 100;

/** The people who get no invitations. */
export function SuppressionsTab(): ReactNode {
  const t = useTexts('invitations');
  const mayWrite = useCan('invites:write');
  const [address] = useAddress();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Suppression | null>(null);
  const list = useSuppressions();
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const isFiltered = Boolean(address.q ?? address.reason);
  return (
    <Content className="">
      <SuppressionTools onAdd={mayWrite ? () => setAdding(true) : null} />
      {!rows && list.error && <LoadError error={list.error} retry={() => void list.refetch()} />}
      {!rows && !list.error && <Loading />}
      {rows?.length === 0 && (
        <Empty icon={isFiltered ? 'search' : 'users'} title={t(isFiltered ? 'sup_no_match' : 'sup_empty')}>
          {!isFiltered && t('sup_empty_text')}
        </Empty>
      )}
      {rows && rows.length > 0 && <SuppressionTable rows={rows} onRemove={mayWrite ? setRemoved : null} />}
      {list.hasNextPage && (
        <p className="p-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('sup_more')}
          </Button>
        </p>
      )}
      {isAdding && (
        <Suspense>
          <AddSuppressionsDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {removed && <RemoveDialog entry={removed} onClose={() => setRemoved(null)} />}
    </Content>
  );
}

function useSuppressions() {
  const api = useApi();
  const [address] = useAddress();
  const reason = REASONS.find((one) => one === address.reason);
  const query = { limit: PAGE, ...(reason && { reason }), ...(address.q && { search: address.q }) };
  return useInfiniteQuery({
    queryKey: api.key('invites', 'suppressions', query),
    queryFn: ({ pageParam, signal }) =>
      api.client.get('/invite/suppressions/get', {
        params: { query: { ...query, ...(pageParam && { cursor: pageParam }) } },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}

function SuppressionTools({ onAdd }: { onAdd: (() => void) | null }): ReactNode {
  const t = useTexts('invitations');
  const [address, change] = useAddress();
  return (
    <>
      <Tools label={t('filters')}>
        <SearchField label={t('sup_search')} />
        <select
          className="input is-compact inv-reason"
          aria-label={t('sup_filter_reason')}
          value={address.reason ?? ''}
          onChange={(event) => change({ reason: event.target.value })}
        >
          <option value="">{t('sup_any_reason')}</option>
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {t(`sup_reason_${reason}`)}
            </option>
          ))}
        </select>
        {onAdd && (
          <Button icon="add" className="ms-auto" onClick={onAdd}>
            {t('sup_add')}
          </Button>
        )}
      </Tools>
      <p className="help-text px-6 py-3">{t('sup_intro')}</p>
    </>
  );
}

function SuppressionTable({
  rows,
  onRemove,
}: {
  rows: readonly Suppression[];
  onRemove: ((entry: Suppression) => void) | null;
}): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  const moment = useMoment();
  return (
    <table className="table-list inv-suppressions" aria-label={t('tab_suppressions')}>
      <thead>
        <tr>
          <th scope="col">{t('sup_col_recipient')}</th>
          <th scope="col">{t('sup_col_reason')}</th>
          <th scope="col" className="is-wide">
            {t('sup_col_since')}
          </th>
          <th scope="col">
            <span className="sr-only">{common('remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <tr key={entry.id}>
            <td>
              <span className="flex items-center gap-2">
                <Icon
                  name={entry.type === 'email' ? 'mail' : 'phone'}
                  label={t(`type_${entry.type}`)}
                  className="text-text-3"
                />
                <span className="inv-address">{entry.recipient ?? t('sup_erased_person')}</span>
              </span>
            </td>
            <td className="text-text-2">{t(`sup_reason_${entry.reason}`)}</td>
            <td className="is-wide text-text-2">{moment(entry.created_on)}</td>
            <td className="is-number">
              {onRemove && entry.reason !== 'erased' && (
                <IconButton
                  icon="close"
                  label={t('sup_remove', { recipient: entry.recipient ?? '' })}
                  onClick={() => onRemove(entry)}
                />
              )}
              {entry.reason === 'erased' && <span className="help-text">{t('sup_erased_kept')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RemoveDialog({ entry, onClose }: { entry: Suppression; onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  const api = useApi();
  const queries = useQueryClient();
  const recipient = entry.recipient ?? '';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.client.delete('/invite/suppressions/delete/{id}', { params: { path: { id: entry.id } } }),
    onSuccess: () => {
      onClose();
      toaster.show({ text: t('sup_removed', { recipient }) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites', 'suppressions') }),
  });
  return (
    <Dialog
      title={t('ask_sup_remove', { recipient })}
      onClose={onClose}
      onSubmit={() => mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('keep_it')}</Button>
          <Button type="submit" kind="danger" className="ms-auto" busy={isPending}>
            {t('ask_sup_remove_verb')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t('ask_sup_remove_text')}</p>
        {error && <Note tone="bad">{shownError(error).msg ?? common('network_failed')}</Note>}
      </div>
    </Dialog>
  );
}
