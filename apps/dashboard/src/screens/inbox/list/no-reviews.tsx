import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Empty, LoadError, Loading } from '../../../components/display/states';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { listQuery } from '../../widgets/data/widgets-data';
import { withoutFilters } from '../filters/chips';
import { hasFilters, tabOf } from '../filters/filters';
import { useCounts } from '../inbox-tabs';
import { countOf } from '../list-requests';
import { useInboxModel, useInboxSearch, useInboxState } from '../use-inbox';
import { FoundElsewhere } from './elsewhere';
import { OtherAccounts } from './other-accounts';

/** What stands in the place of the rows: an error, no match, nothing left to do, or no channel yet. */
export function NoReviews(): ReactNode {
  const t = useTexts('inbox_detail');
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const { phase, error, hasMore, isEmptied } = useInboxState();
  const counts = useCounts();
  const tab = tabOf(search);
  if (phase === 'failed' || error)
    return <LoadError error={error} title={t('list_failed')} retry={() => void model.retry()} />;
  if (hasMore) return <Loading />;
  const isCaughtUp = tab === 'inbox' && (isEmptied || !hasFilters(search));
  if (hasFilters(search) && !(isCaughtUp && counts?.inbox === 0)) return <NoMatch isCaughtUp={isCaughtUp} />;
  if (counts?.total === 0 || (!counts && tab === 'all')) return <NoneYet />;
  if (isCaughtUp) return <CaughtUp />;
  return <NoneInTab isApproved={tab === 'approved'} />;
}

/** No review matches the filters, or not any more. Other tabs and the tab without filters may have some. */
function NoMatch({ isCaughtUp }: { isCaughtUp: boolean }): ReactNode {
  const t = useTexts('inbox_detail');
  const [search, change] = useInboxSearch();
  const counts = useCounts();
  const tab = tabOf(search);
  return (
    <Empty
      icon={isCaughtUp ? 'done' : 'search'}
      title={t(isCaughtUp ? 'caught_up' : 'no_match')}
      action={
        <>
          <FoundElsewhere />
          <Button onClick={() => change(withoutFilters)}>{t('clear_filters')}</Button>
          {isCaughtUp && <NextStep />}
        </>
      }
    >
      {isCaughtUp && `${t('caught_up_filter')} `}
      {counts && t(`without_filters_${tab}`, { count: countOf(counts, tab) })}
    </Empty>
  );
}

function CaughtUp(): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const next = useChannels()
    ?.flatMap(({ status, next_crawl_on }) => (status === 'active' && next_crawl_on ? [next_crawl_on] : []))
    .sort()[0];
  return (
    <Empty
      icon="done"
      title={t('caught_up')}
      action={
        <>
          <OtherAccounts />
          <NextStep />
        </>
      }
    >
      {next ? t('caught_up_next', { time: formats.moment(apiDate(next)) }) : t('caught_up_text')}
    </Empty>
  );
}

function NoneInTab({ isApproved }: { isApproved: boolean }): ReactNode {
  const t = useTexts('inbox_detail');
  return <Empty icon="inbox" title={t(isApproved ? 'none_approved' : 'none_ignored')} />;
}

/** Where the approved reviews appear. Those who may create a widget are led there if there is none. */
function NextStep(): ReactNode {
  const t = useTexts('inbox_detail');
  const api = useApi();
  const mayWrite = useCan('widgets:write');
  const widgets = useQuery({ ...listQuery(api), enabled: useCan('widgets:read') });
  const params = { account: String(api.subAccountId) };
  if (!widgets.data || (widgets.data.length === 0 && !mayWrite)) return null;
  if (widgets.data.length === 0)
    return (
      <Link to="/$account/widgets/new" params={params} className="btn primary">
        {t('create_widget')}
      </Link>
    );
  return (
    <Link to="/$account/widgets" params={params} className="btn">
      {t('see_widgets')}
    </Link>
  );
}

function NoneYet(): ReactNode {
  const t = useTexts('inbox_detail');
  const { subAccountId } = useApi();
  const channels = useChannels();
  const canConnect = useCan('channels:write');
  const params = { account: String(subAccountId) };
  const progress = channels?.find(({ crawling }) => crawling)?.progress;
  if (channels && channels.length > 0)
    return (
      <Empty
        icon="inbox"
        title={t('no_reviews')}
        action={
          <Link to="/$account/channels" params={params} className="btn">
            {t('see_channels')}
          </Link>
        }
      >
        {progress ? t('collecting') : t('channels_have_none')}
      </Empty>
    );
  return (
    <Empty
      icon="inbox"
      title={t('no_reviews')}
      action={
        canConnect && (
          <Link to="/$account/channels" params={params} search={{ connect: '1' }} className="btn primary">
            {t('connect')}
          </Link>
        )
      }
    >
      {t(canConnect ? 'no_reviews_text' : 'no_reviews_text_role')}
    </Empty>
  );
}

function useChannels() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('channels', 'inbox'),
    queryFn: ({ signal }) => api.client.get('/channels/get', { signal }),
  });
  return data?.items;
}
