import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Empty, LoadError, Loading } from '../../../components/display/states';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { withoutFilters } from '../filters/chips';
import { hasFilters, tabOf } from '../filters/filters';
import { useCounts } from '../inbox-tabs';
import { countOf } from '../list-requests';
import { useInboxModel, useInboxSearch, useInboxState } from '../use-inbox';

/** What stands in the place of the rows: an error, no match, nothing left to do, or no channel yet. */
export function NoReviews(): ReactNode {
  const t = useTexts('inbox_detail');
  const model = useInboxModel();
  const [search, change] = useInboxSearch();
  const { phase, error, hasMore } = useInboxState();
  const counts = useCounts();
  const tab = tabOf(search);
  if (phase === 'failed' || error)
    return (
      <LoadError
        error={error}
        title={t('list_failed')}
        retry={() => void (phase === 'failed' ? model.show() : model.loadMore())}
      />
    );
  if (hasMore) return <Loading />;
  if (hasFilters(search))
    return (
      <Empty
        icon="search"
        title={t('no_match')}
        action={<Button onClick={() => change(withoutFilters)}>{t('clear_filters')}</Button>}
      >
        {counts && t(`without_filters_${tab}`, { count: countOf(counts, tab) })}
      </Empty>
    );
  if (counts?.total === 0 || (!counts && tab === 'all')) return <NoneYet />;
  if (tab === 'inbox') return <CaughtUp />;
  return <Empty icon="inbox" title={t(`none_${tab === 'approved' ? tab : 'ignored'}`)} />;
}

function CaughtUp(): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const next = useChannels()
    ?.flatMap(({ status, next_crawl_on }) => (status === 'active' && next_crawl_on ? [next_crawl_on] : []))
    .sort()[0];
  return (
    <Empty
      icon="done"
      title={t('caught_up')}
      action={
        <Link to="/$account/widgets" params={{ account: String(subAccountId) }} className="btn">
          {t('see_widgets')}
        </Link>
      }
    >
      {next ? t('caught_up_next', { time: formats.moment(apiDate(next)) }) : t('caught_up_text')}
    </Empty>
  );
}

function NoneYet(): ReactNode {
  const t = useTexts('inbox_detail');
  const { subAccountId } = useApi();
  const channels = useChannels();
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
        <Link to="/$account/channels" params={params} search={{ connect: '1' }} className="btn primary">
          {t('connect')}
        </Link>
      }
    >
      {t('no_reviews_text')}
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
