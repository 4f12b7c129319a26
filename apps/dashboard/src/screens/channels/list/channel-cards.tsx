import type { ReactNode } from 'react';
import { ChannelName, ChannelStatus, CrawlLine, DailyChecks, OfficialScore } from '../channel-parts';
import { useTexts } from '../../../i18n/texts';
import { useFormats } from '../../../i18n/formats';
import { type Channel, missingReviews, stateOf } from '../rules/channel-state';
import type { LiveCrawls } from '../use-channels';
import { ChannelMenu } from './channel-menu';
import { FixButton } from './fix-button';
import { NoticeLines } from './notice-lines';
import { RemedyLine } from './remedy-line';

/** The channels as a list for narrow pages. */
export function ChannelCards({
  channels,
  live,
}: {
  channels: readonly Channel[];
  live: LiveCrawls;
}): ReactNode {
  return (
    <ul className="channel-cards">
      {channels.map((channel) => (
        <Card key={channel.id} channel={channel} live={live} />
      ))}
    </ul>
  );
}

function Card({ channel, live }: { channel: Channel; live: LiveCrawls }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { need } = stateOf(channel);
  const reviews =
    missingReviews(channel) > 0
      ? t('reviews_of', {
          collected: formats.number(channel.collected_reviews),
          count: channel.reviews ?? 0,
        })
      : t('reviews_count', { count: channel.collected_reviews });
  return (
    <li>
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <ChannelName channel={channel} />
        </div>
        {need === 'healthy' ? <DailyChecks channel={channel} /> : <ChannelStatus channel={channel} />}
        <ChannelMenu channel={channel} />
      </div>
      <div className="help-text flex items-center gap-2">
        <OfficialScore score={channel.score} scale={channel.rating_scale} />
        <span className="ms-auto tabular-nums">{reviews}</span>
      </div>
      <CrawlLine channel={channel} live={live.get(channel.id)} />
      {need !== 'needs_you' && channel.notices.length > 0 && <NoticeLines channel={channel} />}
      {need === 'needs_you' && (
        <div className="flex items-center gap-2">
          <div className="min-w-0 grow">
            <RemedyLine channel={channel} />
          </div>
          <FixButton channel={channel} />
        </div>
      )}
    </li>
  );
}
