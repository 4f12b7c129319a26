import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { useTexts } from '../../../i18n/texts';
import {
  Age,
  ChannelName,
  ChannelStatus,
  Collected,
  CrawlLine,
  DailyChecks,
  OfficialScore,
} from '../channel-parts';
import { type Channel, stateOf } from '../rules/channel-state';
import type { LiveCrawls } from '../use-channels';
import { ChannelMenu } from './channel-menu';
import { FixButton } from './fix-button';
import { NoticeLines } from './notice-lines';
import { RemedyLine } from './remedy-line';

const COLUMNS = 8;

/** The channels with the health of each. A line below says what to do, or how far a crawl is. */
export function ChannelTable({
  channels,
  live,
}: {
  channels: readonly Channel[];
  live: LiveCrawls;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  return (
    <table className="table-list channel-table">
      <thead>
        <tr>
          <th scope="col">{t('channel')}</th>
          <th scope="col" className="from-lg">
            {t('property')}
          </th>
          <th scope="col">{t('official_score')}</th>
          <th scope="col" className="text-end">
            {t('reviews')}
          </th>
          <th scope="col" className="from-md">
            {t('daily_checks')}
          </th>
          <th scope="col" className="from-lg">
            {t('last_success')}
          </th>
          <th scope="col">{t('status')}</th>
          <th scope="col">
            <span className="sr-only">{common('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <Rows key={channel.id} channel={channel} live={live} />
        ))}
      </tbody>
    </table>
  );
}

function Rows({ channel, live }: { channel: Channel; live: LiveCrawls }): ReactNode {
  const fails = stateOf(channel).need === 'needs_you';
  const isCrawling = channel.crawling && channel.progress !== null;
  const isNoticed = !fails && channel.notices.length > 0;
  return (
    <Fragment>
      <tr className={fails || isCrawling || isNoticed ? 'under' : ''}>
        <td>
          <ChannelName channel={channel} />
        </td>
        <td className="from-lg text-text-2">{channel.group_name ?? '–'}</td>
        <td>
          <OfficialScore score={channel.score} scale={channel.rating_scale} />
        </td>
        <td className="text-end whitespace-nowrap">
          <Collected channel={channel} />
        </td>
        <td className="from-md">
          <DailyChecks channel={channel} />
        </td>
        <td className="from-lg text-text-2 whitespace-nowrap">
          <Age at={channel.last_success_on} />
        </td>
        <td>
          <ChannelStatus channel={channel} />
        </td>
        <td className="text-end whitespace-nowrap">
          <span className="flex items-center justify-end gap-1">
            {fails && <FixButton channel={channel} />}
            <ChannelMenu channel={channel} />
          </span>
        </td>
      </tr>
      {isCrawling && (
        <tr className={fails || isNoticed ? 'under sub-row' : 'sub-row'}>
          <td colSpan={COLUMNS}>
            <CrawlLine channel={channel} live={live.get(channel.id)} />
          </td>
        </tr>
      )}
      {fails && (
        <tr className="sub-row">
          <td colSpan={COLUMNS}>
            <RemedyLine channel={channel} after={<WhatHappened channel={channel} />} />
          </td>
        </tr>
      )}
      {isNoticed && (
        <tr className="sub-row">
          <td colSpan={COLUMNS}>
            <NoticeLines channel={channel} after={<WhatHappened channel={channel} />} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function WhatHappened({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  return (
    <Link
      to="/$account/channels/$channel"
      params={{ account: String(subAccountId), channel: String(channel.id) }}
      aria-label={t('what_happened_to', { name: channel.name })}
    >
      {t('what_happened')}
    </Link>
  );
}
