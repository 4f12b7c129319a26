import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api';
import { CheckStrip } from '../../components/display/check-strip';
import { Status } from '../../components/display/labels';
import { PlatformMark } from '../../components/display/monograms';
import { Stars } from '../../components/display/stars';
import { apiDate, useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import type { LiveEvents } from '../../live/live-events';
import { type Channel, missingReviews, stateOf } from './rules/channel-state';
import { newestProgress, paceOf } from './rules/crawl-pace';
import { useNow } from './use-channels';

const FIVE = 5;

/** The state of a channel in words. */
export function ChannelStatus({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const { tone, word } = stateOf(channel);
  return <Status tone={tone}>{t(`status_${word}`)}</Status>;
}

/** The platform and the name of a channel, as a link to its page. */
export function ChannelName({ channel }: { channel: Channel }): ReactNode {
  const { subAccountId } = useApi();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PlatformMark platform={channel.type} name={channel.label} />
      <Link
        className="min-w-0 truncate text-text"
        to="/$account/channels/$channel"
        params={{ account: String(subAccountId), channel: String(channel.id) }}
        title={`${channel.label} ${channel.name}`}
      >
        <span className="font-medium">{channel.label}</span>{' '}
        <span className="text-text-3">{channel.name}</span>
      </Link>
    </span>
  );
}

/** The official score: stars of five, and the number on the platform's own scale. */
export function OfficialScore({ score, scale }: { score: number | null; scale: number }): ReactNode {
  const common = useTexts('common');
  const formats = useFormats();
  if (score === null) return <span className="text-text-3">–</span>;
  const value = formats.number(score, scale > FIVE && Number.isInteger(score) ? 0 : 1);
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      <Stars value={score} scale={scale} />
      <span>{scale === FIVE ? value : common('scale_of', { value, scale })}</span>
    </span>
  );
}

/** Collected reviews, and of how many if some are missing. */
export function Collected({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { collected_reviews, reviews } = channel;
  return (
    <span className="tabular-nums">
      {formats.number(collected_reviews)}
      {missingReviews(channel) > 0 && (
        <span className="text-text-3"> {t('of_total', { total: formats.number(reviews ?? 0) })}</span>
      )}
    </span>
  );
}

export function DailyChecks({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const counts = { ok: 0, retried: 0, failed: 0, none: 0 };
  for (const { outcome } of channel.checks) counts[outcome] += 1;
  return <CheckStrip checks={channel.checks} label={t('checks_label', counts)} />;
}

/** A time of the API as an age. The tooltip has the exact time. */
export function Age({ at }: { at: string | null }): ReactNode {
  const formats = useFormats();
  if (at === null) return <span>–</span>;
  const date = apiDate(at);
  return (
    <time dateTime={date.toISOString()} title={formats.moment(date)}>
      {formats.age(date)}
    </time>
  );
}

/** How far the crawl of a channel is: a bar, the numbers and the time that is left. Nothing if no crawl is in progress. */
export function CrawlLine({
  channel,
  live,
}: {
  channel: Channel;
  live: LiveEvents['crawl.progress'] | undefined;
}): ReactNode {
  const t = useTexts('channels');
  const { progress, crawling } = channel;
  const now = useNow(5_000, crawling);
  if (!crawling || !progress) return null;
  const { page, found, total } = newestProgress(progress, channel.reviews, live);
  const startedOn = progress.started_on ? apiDate(progress.started_on) : null;
  const pace = paceOf({ found, total, startedOn }, new Date(now));
  const words = [
    total ? t('found_of', { found, total }) : t('found', { count: found }),
    ...(page > 0 ? [t('page_number', { page })] : []),
    ...(progress.stage === 'waiting' ? [t('crawl_waiting')] : []),
    ...(pace?.minutesLeft ? [t('minutes_left', { count: pace.minutesLeft })] : []),
  ];
  return (
    <div className="crawl-line">
      <progress
        {...(total ? { value: Math.min(found, total), max: total } : {})}
        aria-label={t('collected_of', { name: channel.name })}
      />
      <span className="help-text tabular-nums">{words.join(' · ')}</span>
    </div>
  );
}
