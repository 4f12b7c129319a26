import type { Schema } from '@plaudit/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { Content, Tools } from '../../../components/layout/page';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { AddressSearch } from '../requests/request-tools';
import { useAddress } from '../use-address';
import { RemoveDialog } from './remove-dialog';
import { SuppressionsTable } from './suppressions-table';

type Suppression = Schema<'Suppression'>;
type Reason = Suppression['reason'];

const AddSuppressionsDialog = lazy(() =>
  import('./add-suppressions-dialog').then((file) => ({ default: file.AddSuppressionsDialog })),
);

const REASONS: readonly Reason[] = ['unsubscribed', 'bounce', 'complaint', 'stop', 'manual', 'erased'];
const PAGE = 100;

/** The people who get no invitations. */
export function SuppressionsTab(): ReactNode {
  const mayWrite = useCan('invites:write');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Suppression | null>(null);
  return (
    <Content className="">
      <SuppressionTools onAdd={mayWrite ? () => setAdding(true) : null} />
      <List onRemove={mayWrite ? setRemoved : null} onAdd={mayWrite ? () => setAdding(true) : null} />
      {isAdding && (
        <Suspense>
          <AddSuppressionsDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {removed && <RemoveDialog entry={removed} onClose={() => setRemoved(null)} />}
    </Content>
  );
}

function List({
  onRemove,
  onAdd,
}: {
  onRemove: ((entry: Suppression) => void) | null;
  onAdd: (() => void) | null;
}): ReactNode {
  const t = useTexts('invitations');
  const list = useSuppressions();
  const rows = list.data?.pages.flatMap(({ items }) => items);
  if (!rows && list.error) return <LoadError error={list.error} retry={() => void list.refetch()} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <Nobody onAdd={onAdd} />;
  return (
    <>
      <SuppressionsTable rows={rows} onRemove={onRemove} />
      {list.hasNextPage && (
        <p className="p-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('sup_more')}
          </Button>
        </p>
      )}
    </>
  );
}

function Nobody({ onAdd }: { onAdd: (() => void) | null }): ReactNode {
  const t = useTexts('invitations');
  const [address, change] = useAddress();
  if (address.q || address.reason) {
    return (
      <Empty
        icon="search"
        title={t('sup_no_match')}
        action={
          <Button onClick={() => change({ q: undefined, reason: undefined })}>{t('filter_clear')}</Button>
        }
      />
    );
  }
  return (
    <Empty
      icon="users"
      title={t('sup_empty')}
      action={
        onAdd && (
          <Button icon="add" onClick={onAdd}>
            {t('sup_add')}
          </Button>
        )
      }
    >
      {t('sup_empty_text')}
    </Empty>
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
        <AddressSearch label={t('sup_search')} />
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
