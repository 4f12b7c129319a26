import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../../api/load-code';
import { useApi } from '../../../api/api';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Empty, Loading, LoadError, SkeletonRows } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { requestsQuery } from '../invite-queries';
import { useAddress } from '../use-address';
import { Funnel } from './funnel';
import { Pages } from './pages';
import { filtersOf, isFiltered } from './request-list';
import { RequestTools } from './request-tools';
import { RequestsTable } from './requests-table';

const RequestPanel = lazy(() =>
  import('./panel/request-panel').then((file) => ({ default: file.RequestPanel })),
);

/** The funnel, the list of requests, and the timeline of the selected one. */
export function RequestsTab(): ReactNode {
  const t = useTexts('invitations');
  const [address, change] = useAddress();
  const selected = /^\d{1,15}$/.test(address.request ?? '') ? Number(address.request) : null;
  const close = (): void => {
    change({ request: undefined });
    document.querySelector<HTMLElement>(`[data-request="${selected}"]`)?.focus();
  };
  useShortcuts(selected ? [{ keys: 'escape', run: close }] : []);
  return (
    <div className={selected ? 'inv has-panel' : 'inv'}>
      <div className="inv-list">
        <Funnel />
        <RequestTools />
        <List selected={selected} />
      </div>
      {selected && (
        <aside className="inv-panel" aria-label={t('panel')}>
          <Suspense fallback={<Loading />}>
            <RequestPanel key={selected} id={selected} onClose={close} />
          </Suspense>
        </aside>
      )}
    </div>
  );
}

function List({ selected }: { selected: number | null }): ReactNode {
  const [address] = useAddress();
  const filters = filtersOf(address);
  const { data, error, refetch } = useQuery(requestsQuery(useApi(), filters));
  if (!data && error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading>
        <SkeletonRows rows={8} height={53} />
      </Loading>
    );
  }
  if (data.count === 0) return isFiltered(filters) ? <NoMatch /> : <NobodyYet />;
  return (
    <>
      <RequestsTable requests={data.items} filters={filters} selected={selected} />
      <Pages start={filters.start} shown={data.items.length} total={data.count} />
    </>
  );
}

function NobodyYet(): ReactNode {
  const t = useTexts('invitations');
  const [, change] = useAddress();
  const mayWrite = useCan('invites:write');
  return (
    <Empty
      icon="invitations"
      title={t('empty_title')}
      action={
        mayWrite && (
          <Button kind="primary" icon="add" onClick={() => change({ new: '1' })}>
            {t('invite_someone')}
          </Button>
        )
      }
    >
      {mayWrite ? t('empty_text') : t('needs_write')}
    </Empty>
  );
}

function NoMatch(): ReactNode {
  const t = useTexts('invitations');
  const [, change] = useAddress();
  const clear = { q: undefined, status: undefined, type: undefined, settings: undefined, start: undefined };
  return (
    <Empty
      icon="search"
      title={t('no_match')}
      action={<Button onClick={() => change(clear)}>{t('filter_clear')}</Button>}
    >
      {t('no_match_text')}
    </Empty>
  );
}
