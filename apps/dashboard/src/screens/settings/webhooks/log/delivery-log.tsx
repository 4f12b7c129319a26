import type { ReactNode } from 'react';
import { Button } from '../../../../components/controls/button';
import { Segments } from '../../../../components/controls/segments';
import { Loading, LoadError, SkeletonRows } from '../../../../components/display/states';
import { Panel } from '../../../../components/layout/page';
import { useTexts } from '../../../../i18n/texts';
import { LOG_PAGE, useDeliveries, useEventCatalogue, useWebhookSearch } from '../use-webhooks';
import type { Webhook } from '../webhook-state';
import { AttemptRows } from './attempt-rows';

/** The attempts to deliver events, newest first. Filters and page are in the address. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactNode {
  const t = useTexts('webhooks');
  const [search] = useWebhookSearch();
  const { data, error, refetch } = useDeliveries(webhook.id, search);
  const isOlder = Boolean(search.cursor);
  const shown = data?.deliveries ?? [];
  return (
    <Panel
      title={t(isOlder ? 'older_deliveries' : 'deliveries', { count: LOG_PAGE })}
      actions={<LogFilters />}
      {...(data && (isOlder || data.next_cursor) && { footer: <LogPages next={data.next_cursor} /> })}
    >
      {!data && (error ? <LoadError error={error} retry={() => void refetch()} /> : <LoadingLog />)}
      {data && shown.length === 0 && <NoAttempts />}
      {shown.length > 0 && <AttemptRows attempts={shown} webhook={webhook} />}
    </Panel>
  );
}

/** Says why the page is empty. */
function NoAttempts(): ReactNode {
  const t = useTexts('webhooks');
  const [search, change] = useWebhookSearch();
  const isFiltered = Boolean(search.status || search.event);
  const reason = search.cursor ? 'no_older' : 'no_deliveries';
  return (
    <p className="hook-none" role="status">
      {t(isFiltered ? 'no_match' : reason)}{' '}
      {isFiltered && (
        <Button size="small" onClick={() => change({ status: '', event: '', cursor: '' })}>
          {t('clear_filters')}
        </Button>
      )}
    </p>
  );
}

function LogPages({ next }: { next: number | null }): ReactNode {
  const t = useTexts('webhooks');
  const [search, change] = useWebhookSearch();
  return (
    <>
      {search.cursor && (
        <Button size="small" onClick={() => change({ cursor: '', attempt: '' })}>
          {t('newest')}
        </Button>
      )}
      {next !== null && (
        <Button
          size="small"
          className="ms-auto"
          onClick={() => change({ cursor: String(next), attempt: '' })}
        >
          {t('older')}
        </Button>
      )}
    </>
  );
}

function LoadingLog(): ReactNode {
  return (
    <Loading>
      <SkeletonRows rows={5} height={32} />
    </Loading>
  );
}

function LogFilters(): ReactNode {
  const t = useTexts('webhooks');
  const [search, change] = useWebhookSearch();
  const { data: events = [] } = useEventCatalogue();
  return (
    <>
      <select
        className="input is-compact"
        aria-label={t('filter_event')}
        value={search.event ?? ''}
        onChange={({ target }) => change({ event: target.value, cursor: '', attempt: '' })}
      >
        <option value="">{t('all_events')}</option>
        {events.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <Segments
        label={t('filter_status')}
        value={search.status ?? ''}
        choices={[
          { value: '', label: t('all') },
          { value: 'success', label: t('delivered') },
          { value: 'failed', label: t('failed') },
        ]}
        onChange={(status) => change({ status, cursor: '', attempt: '' })}
      />
    </>
  );
}
