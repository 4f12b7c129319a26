import type { Schema } from '@plaudit/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../../api/load-code';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Chip } from '../../../components/controls/chip';
import { Segments } from '../../../components/controls/segments';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { Content, Tools } from '../../../components/layout/page';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { AddressSearch } from '../requests/request-tools';
import { MoreRows } from '../more-rows';
import { useAddress } from '../use-address';
import { useMoment } from '../use-moment';
import { RemoveDialog } from './remove-dialog';
import { type SuppressionHour, SuppressionHours, UndoDialog } from './suppression-hours';
import { SuppressionsTable } from './suppressions-table';

type Suppression = Schema<'Suppression'>;
type Reason = Suppression['reason'];

const AddSuppressionsDialog = lazy(() =>
  import('./add-suppressions-dialog').then((file) => ({ default: file.AddSuppressionsDialog })),
);

const REASONS: readonly Reason[] = ['unsubscribed', 'bounce', 'complaint', 'stop', 'manual', 'erased'];
const PAGE = 100;
const HOUR = /^\d{4}-\d\d-\d\d \d\d:00:00$/;

function reasonOf({ reason }: { reason?: string }): Reason | undefined {
  return REASONS.find((one) => one === reason);
}

/** The people who get no invitations. */
export function SuppressionsTab(): ReactNode {
  const mayWrite = useCan('invites:write');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Suppression | null>(null);
  const [undone, setUndone] = useState<SuppressionHour | null>(null);
  const [address] = useAddress();
  return (
    <Content className="">
      <SuppressionTools onAdd={mayWrite ? () => setAdding(true) : null} />
      {address.by === 'hour' ? (
        <SuppressionHours reason={reasonOf(address)} onUndo={mayWrite ? setUndone : null} />
      ) : (
        <List onRemove={mayWrite ? setRemoved : null} onAdd={mayWrite ? () => setAdding(true) : null} />
      )}
      {undone && <UndoDialog group={undone} onClose={() => setUndone(null)} />}
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
  const list = useSuppressions();
  const rows = list.data?.pages.flatMap(({ items }) => items);
  if (!rows && list.error) return <LoadError error={list.error} retry={() => void list.refetch()} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <Nobody onAdd={onAdd} />;
  return (
    <>
      <SuppressionsTable rows={rows} onRemove={onRemove} />
      <MoreRows list={list} />
    </>
  );
}

function Nobody({ onAdd }: { onAdd: (() => void) | null }): ReactNode {
  const t = useTexts('invitations');
  const [address, change] = useAddress();
  if (address.q || address.reason || address.hour) {
    return (
      <Empty
        icon="search"
        title={t('sup_no_match')}
        action={
          <Button onClick={() => change({ q: undefined, reason: undefined, hour: undefined })}>
            {t('filter_clear')}
          </Button>
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
  const reason = reasonOf(address);
  const { q: search, hour = '' } = address;
  const query = {
    limit: PAGE,
    ...(reason && { reason }),
    ...(search && { search }),
    ...(HOUR.test(hour) && { hour }),
  };
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
  const moment = useMoment();
  const [address, change] = useAddress();
  return (
    <>
      <Tools label={t('filters')}>
        {address.by !== 'hour' && <AddressSearch label={t('sup_search')} />}
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
        <Segments
          label={t('tab_suppressions')}
          value={address.by === 'hour' ? 'hour' : 'person'}
          choices={[
            { value: 'person', label: t('sup_by_person') },
            { value: 'hour', label: t('sup_by_hour') },
          ]}
          onChange={(by) => change({ by: by === 'hour' ? by : undefined, hour: undefined })}
        />
        {address.hour && HOUR.test(address.hour) && (
          <Chip
            field={t('sup_hour')}
            value={moment(address.hour)}
            removeLabel={t('sup_hour_remove')}
            onRemove={() => change({ hour: undefined })}
          />
        )}
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
