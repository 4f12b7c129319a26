import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isId } from '../../app/search-params';
import { isMissing } from '../../api/api-error';
import { useApi } from '../../api/api';
import { Button } from '../../components/controls/button';
import { Icon } from '../../components/display/icon';
import { Note } from '../../components/display/note';
import { Empty, LoadError, Loading } from '../../components/display/states';
import { Content, TopBar } from '../../components/layout/page';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { ChannelStatus, CrawlLine } from './channel-parts';
import { ChannelMenu } from './list/channel-menu';
import { NoticeList } from './list/notice-lines';
import { DisconnectDialog } from './profile/disconnect-dialog';
import { ErrorPanel } from './profile/error-panel';
import { Figures } from './profile/figures';
import { InsightsSection } from './profile/insights';
import { RatingHistory } from './profile/rating-history';
import { SettingsForm } from './profile/settings-form';
import { SummarySection } from './profile/summary';
import { type Channel, stateOf } from './rules/channel-state';
import { useChannel, useLiveCrawls } from './use-channels';
import { useCheckNow } from './use-check-now';
import './channels.css';

/** One channel: its health, figures, summary and settings. */
export function ChannelScreen(): ReactNode {
  const t = useTexts('channels');
  const { channel: id } = useParams({ from: '/$account/channels/$channel' });
  const { account } = useParams({ from: '/$account' });
  const { data: channel, error, refetch } = useChannel(Number(id));
  if (channel) return <Profile key={channel.id} channel={channel} />;
  return (
    <>
      <TopBar title={t('channel')} crumbs={<Crumb />} />
      <Content className="">
        {!isId(id) || isMissing(error) ? (
          <Empty
            icon="channels"
            title={t('channel_missing')}
            action={
              <Link to="/$account/channels" params={{ account }} className="btn">
                {t('to_channels')}
              </Link>
            }
          >
            {t('channel_missing_text')}
          </Empty>
        ) : error ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Content>
    </>
  );
}

function Profile({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const live = useLiveCrawls();
  const fails = stateOf(channel).need === 'needs_you';
  return (
    <>
      <TopBar
        title={t('channel_title', { platform: channel.label, name: channel.name })}
        crumbs={<Crumb />}
        actions={<Actions channel={channel} />}
      />
      <Content>
        <div className="channel-page">
          <div className="in-order grid min-w-0 content-start gap-6">
            {fails && <ErrorPanel channel={channel} />}
            {channel.notices.length > 0 && (
              <Note tone="warn">
                <h2 className="mb-1 text-14 font-semibold">{t('notices')}</h2>
                <NoticeList channel={channel} />
              </Note>
            )}
            <CrawlLine channel={channel} live={live.get(channel.id)} />
            <Figures channel={channel} />
            <RatingHistory channel={channel} />
            <InsightsSection channelId={channel.id} />
          </div>
          <aside className="in-order grid min-w-0 content-start gap-6" aria-label={t('about_channel')}>
            <SummarySection channelId={channel.id} />
            <section className="ruled grid gap-3">
              <h2 className="text-14 font-semibold">{t('settings')}</h2>
              <SettingsForm channel={channel} />
            </section>
            <Disconnect channel={channel} />
          </aside>
        </div>
      </Content>
    </>
  );
}

function Crumb(): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  return (
    <>
      <Link className="crumb" to="/$account/channels" params={{ account: String(subAccountId) }}>
        {t('title')}
      </Link>
      <Icon name="chevron-right" size="small" />
    </>
  );
}

function Actions({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  const check = useCheckNow(channel.id);
  const canRefresh = useCan('channels:refresh') && channel.method !== 'dashboard';
  const isHealthy = stateOf(channel).need !== 'needs_you';
  return (
    <>
      {isHealthy && (
        <span className="max-sm:hidden">
          <ChannelStatus channel={channel} />
        </span>
      )}
      {check.again && <span className="help-text max-sm:hidden">{check.again}</span>}
      {canRefresh && (
        <Button
          icon="refresh"
          className="max-sm:hidden"
          busy={check.busy}
          disabled={check.again !== null || channel.crawling}
          onClick={check.run}
        >
          {t('check_now')}
        </Button>
      )}
      {channel.url && (
        <a
          className="btn quiet is-icon"
          href={channel.url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('open_profile', { platform: channel.label })}
          title={t('open_profile', { platform: channel.label })}
        >
          <Icon name="external" />
        </a>
      )}
      <ChannelMenu
        channel={channel}
        onGone={() => void navigate({ to: '/$account/channels', params: { account: String(subAccountId) } })}
      />
    </>
  );
}

function Disconnect({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const canWrite = useCan('channels:write');
  const { ask } = useSearch({ from: '/$account/channels/$channel' });
  const navigate = useNavigate({ from: '/$account/channels/$channel' });
  if (!canWrite) return null;
  const set = (value: string | undefined): void =>
    void navigate({ search: (old) => ({ ...old, ask: value }) });
  const leave = (): void =>
    void navigate({ to: '/$account/channels', params: { account: String(subAccountId) } });
  return (
    <section className="ruled grid gap-2">
      <Button kind="danger" icon="trash" className="wide" onClick={() => set('disconnect')}>
        {t('disconnect_channel')}
      </Button>
      {channel.collected_reviews > 0 && (
        <p className="help-text">{t('disconnect_next', { count: channel.collected_reviews })}</p>
      )}
      {ask === 'disconnect' && (
        <DisconnectDialog channel={channel} onClose={() => set(undefined)} onDone={leave} />
      )}
    </section>
  );
}
