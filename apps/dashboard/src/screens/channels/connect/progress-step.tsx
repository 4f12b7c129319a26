import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useLiveEvent } from '../../../live/live-provider';
import { ChannelName, ChannelStatus, CrawlLine } from '../channel-parts';
import { RemedyLine } from '../list/remedy-line';
import { stateOf } from '../rules/channel-state';
import { useChannels, useLiveCrawls } from '../use-channels';
import { CrawlLog } from './crawl-log';
import { type Wizard, WizardFrame } from './wizard';

const REFRESH_MS = 5_000;
const STARS = [5, 4, 3, 2, 1] as const;

/** Follows the first crawl of connected channels. It can be closed at any time. */
export function ProgressStep({ wizard }: { wizard: Wizard }): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const live = useLiveCrawls();
  const ids = wizard.added;
  const channels = (useChannels().data ?? []).filter(({ id }) => ids.includes(id));
  const isCollecting = channels.length === 0 || channels.some((one) => stateOf(one).need === 'collecting');
  // Reviews are in the inbox a moment after the crawl has read them.
  const collected = channels.reduce((sum, channel) => sum + (channel.collected_reviews ?? 0), 0);
  const counts = useFound(ids, (total) => isCollecting || total < collected);
  const waiting = counts?.inbox ?? 0;
  return (
    <WizardFrame
      step="collect"
      title={t('step_collect')}
      wizard={wizard}
      footer={
        <>
          <Button kind="quiet" onClick={wizard.close}>
            {t('close')}
          </Button>
          {waiting > 0 && (
            <Link
              className="btn primary ms-auto"
              to="/$account/inbox"
              params={{ account: String(subAccountId) }}
              search={{ channels: ids.join(',') }}
            >
              {t('start_approving')}
            </Link>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {channels.map((channel) => (
          <section key={channel.id} className="grid gap-1.5">
            <div className="flex items-center gap-2">
              <ChannelName channel={channel} />
              <span className="ms-auto">
                <ChannelStatus channel={channel} />
              </span>
            </div>
            <CrawlLine channel={channel} live={live.get(channel.id)} />
            {stateOf(channel).need === 'needs_you' && <RemedyLine channel={channel} />}
          </section>
        ))}
        <div className="grid gap-4 sm:grid-cols-2">
          <CrawlLog channels={channels} />
          {counts && <Distribution ratings={counts.facets?.rating ?? {}} />}
        </div>
        <p className="font-medium" role="status">
          {!isCollecting &&
            counts &&
            (waiting > 0 ? t('reviews_wait', { count: waiting }) : t('none_waits', { count: counts.total }))}
        </p>
        {isCollecting && <Note tone="info">{t('may_close')}</Note>}
      </div>
    </WizardFrame>
  );
}

/** Returns how many reviews the channels have by status and by star, again and again while `mayGrow` says so. */
function useFound(ids: readonly number[], mayGrow: (total: number) => boolean) {
  const api = useApi();
  const query = { channels: ids.join(','), facets: 'rating' };
  const counts = useQuery({
    queryKey: api.key('reviews', 'counts', query),
    queryFn: ({ signal }) => api.client.get('/reviews/counts', { params: { query }, signal }),
    refetchInterval: ({ state }) => (mayGrow(state.data?.total ?? 0) ? REFRESH_MS : false),
    enabled: ids.length > 0,
  });
  useLiveEvent('review.changed', () => void counts.refetch());
  return counts.data;
}

function Distribution({ ratings = {} }: { ratings: Record<string, unknown> | undefined }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const numbers = STARS.map((star) => ({ star, count: Number(ratings[star] ?? 0) }));
  const total = numbers.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const most = Math.max(...numbers.map(({ count }) => count));
  return (
    <section className="grid content-start gap-1">
      <h3 className="label">{t('rating_so_far', { count: total })}</h3>
      <ul className="star-bars">
        {numbers.map(({ star, count }) => (
          <li key={star}>
            <span>{formats.number(star)}</span>
            <span className="star-track" aria-hidden="true">
              <span style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <span>{formats.number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
