import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NARROW, useMedia } from '../../../app/use-media';
import { Button } from '../../../components/controls/button';
import { Status, type StatusTone } from '../../../components/display/labels';
import { Empty, LoadError, Loading, SkeletonRows } from '../../../components/display/states';
import { Content } from '../../../components/layout/page';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { type Channel, filtered, type Need, NEEDS, stateOf } from '../rules/channel-state';
import { useChannels, useLiveCrawls } from '../use-channels';
import { ChannelCards } from './channel-cards';
import { ChannelFilters } from './channel-filters';
import { ChannelTable } from './channel-table';

const TONE: Readonly<Record<Need, StatusTone>> = { needs_you: 'warn', collecting: 'busy', healthy: 'good' };

/** All channels with their health, those that need a person first. */
export function ChannelsTab(): ReactNode {
  const t = useTexts('channels');
  const search = useSearch({ from: '/$account/channels' });
  const { data: channels, error, refetch } = useChannels();
  if (!channels) {
    const failed = error && <LoadError error={error} retry={() => void refetch()} />;
    return (
      <Content className="">
        {failed ?? (
          <Loading>
            <SkeletonRows rows={8} />
          </Loading>
        )}
      </Content>
    );
  }
  if (channels.length === 0) return <NoChannels />;
  const shown = filtered(channels, search);
  return (
    <>
      <ChannelFilters>
        <Counts channels={channels} />
      </ChannelFilters>
      <Content className="">
        <p className="sr-only" role="status">
          {t('shown', { count: shown.length })}
        </p>
        {shown.length === 0 ? <NoMatch total={channels.length} /> : <List channels={shown} />}
      </Content>
    </>
  );
}

function List({ channels }: { channels: readonly Channel[] }): ReactNode {
  const narrow = useMedia(NARROW);
  const live = useLiveCrawls();
  if (narrow) return <ChannelCards channels={channels} live={live} />;
  return (
    <>
      <ChannelTable channels={channels} live={live} />
      <Legend channels={channels} />
    </>
  );
}

/** How many channels are healthy, in progress and in need of a person. Each is a filter. */
function Counts({ channels }: { channels: readonly Channel[] }): ReactNode {
  const t = useTexts('channels');
  const { status } = useSearch({ from: '/$account/channels' });
  const navigate = useNavigate({ from: '/$account/channels' });
  const counts = { needs_you: 0, collecting: 0, healthy: 0 };
  for (const channel of channels) counts[stateOf(channel).need] += 1;
  return (
    <div className="ms-auto flex items-center gap-1" role="group" aria-label={t('by_state')}>
      {NEEDS.filter((need) => counts[need] > 0).map((need) => (
        <button
          key={need}
          type="button"
          className="count-filter"
          aria-pressed={status === need}
          onClick={() =>
            void navigate({
              search: (old) => ({ ...old, status: status === need ? undefined : need }),
              replace: true,
            })
          }
        >
          <Status tone={TONE[need]}>{t(`count_${need}`, { count: counts[need] })}</Status>
        </button>
      ))}
    </div>
  );
}

function Legend({ channels }: { channels: readonly Channel[] }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const due = channels.map(({ next_crawl_on }) => next_crawl_on).filter((at) => at !== null);
  const next = due.sort()[0];
  return (
    <footer className="checks-legend">
      <p>{next ? t('next_check', { time: formats.moment(apiDate(next)) }) : ''}</p>
      <ul className="ms-auto flex flex-wrap gap-3">
        {(['ok', 'retried', 'failed', 'none'] as const).map((outcome) => (
          <li key={outcome} className="flex items-center gap-1.5">
            <span className={`legend-bar is-${outcome}`} aria-hidden="true" />
            {t(`check_${outcome}`)}
          </li>
        ))}
      </ul>
    </footer>
  );
}

function NoChannels(): ReactNode {
  const t = useTexts('channels');
  const navigate = useNavigate({ from: '/$account/channels' });
  const canConnect = useCan('channels:write');
  return (
    <Content className="">
      <Empty
        icon="channels"
        title={t('none_title')}
        action={
          canConnect && (
            <Button
              kind="primary"
              onClick={() => void navigate({ search: (old) => ({ ...old, connect: 'find' }) })}
            >
              {t('connect')}
            </Button>
          )
        }
      >
        {t(canConnect ? 'none_text' : 'none_text_role')}
      </Empty>
    </Content>
  );
}

function NoMatch({ total }: { total: number }): ReactNode {
  const t = useTexts('channels');
  const navigate = useNavigate({ from: '/$account/channels' });
  return (
    <Empty
      icon="search"
      title={t('no_match_title')}
      action={
        <Button onClick={() => void navigate({ search: {}, replace: true })}>{t('clear_filters')}</Button>
      }
    >
      {t('no_match_text', { count: total })}
    </Empty>
  );
}
